// Objects for positions, breadth first with a map from each position to the one before it.
import java.util.*;

class Joc {
    static final int[][] STEPS = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};

    record Square(int row, int column) {
        Square next(int[] step) { return new Square(row + step[0], column + step[1]); }
        boolean onBoard() { return row >= 0 && row < 5 && column >= 0 && column < 5; }
    }

    record Position(List<Square> pieces) {
        Position slide(int piece, int[] step) {
            Square at = pieces.get(piece);
            while (true) {
                Square ahead = at.next(step);
                if (!ahead.onBoard()) return null;
                if (pieces.contains(ahead)) break;
                at = ahead;
            }
            if (at.equals(pieces.get(piece))) return null;
            List<Square> after = new ArrayList<>(pieces);
            after.set(piece, at);
            return new Position(after);
        }

        boolean solved() { return pieces.get(0).equals(new Square(2, 2)); }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Square> squares = new ArrayList<>();
        while (in.hasNextInt()) squares.add(new Square(in.nextInt(), in.nextInt()));
        Position start = new Position(squares);
        Map<Position, Position> before = new HashMap<>();
        Map<Position, String> moves = new HashMap<>();
        Deque<Position> queue = new ArrayDeque<>(List.of(start));
        before.put(start, null);
        while (!queue.isEmpty()) {
            Position position = queue.poll();
            if (position.solved()) {
                LinkedList<String> line = new LinkedList<>();
                for (Position p = position; before.get(p) != null; p = before.get(p)) line.addFirst(moves.get(p));
                System.out.println(line.size() + " deplasari");
                System.out.println(String.join(" ", line));
                return;
            }
            for (int piece = 0; piece < squares.size(); piece++) {
                for (int way = 0; way < 4; way++) {
                    Position after = position.slide(piece, STEPS[way]);
                    if (after == null || before.containsKey(after)) continue;
                    before.put(after, position);
                    moves.put(after, "P123456".charAt(piece) + "-" + "lrud".charAt(way));
                    queue.add(after);
                }
            }
        }
        System.out.println("Fara solutie");
    }
}
