// A map from each position to whether it is won or lost, filled backwards from the ends.
import java.util.*;

class LGame {
    record Position(int mine, int theirs, int neutrals) {}

    static final List<Integer> PLACES = new ArrayList<>();

    static {
        int[][] cells = {{0, 0}, {1, 0}, {2, 0}, {2, 1}};
        Set<Integer> found = new TreeSet<>();
        for (int turn = 0; turn < 8; turn++) {
            for (int down = 0; down < 16; down++) {
                int mask = 0, inside = 0;
                for (int[] cell : cells) {
                    int row = turn % 2 == 0 ? cell[0] : cell[1], column = turn % 2 == 0 ? cell[1] : cell[0];
                    if (turn / 2 % 2 == 1) row = 2 - row;
                    if (turn / 4 == 1) column = 2 - column;
                    row += down / 4 - 1;
                    column += down % 4 - 1;
                    if (row < 0 || row > 3 || column < 0 || column > 3) continue;
                    inside++;
                    mask |= 1 << (4 * row + column);
                }
                if (inside == 4) found.add(mask);
            }
        }
        PLACES.addAll(found);
    }

    static List<Position> moves(Position p) {
        List<Position> found = new ArrayList<>();
        for (int place : PLACES) {
            if (place == p.mine || (place & (p.theirs | p.neutrals)) != 0) continue;
            found.add(new Position(p.theirs, place, p.neutrals));
            int taken = place | p.theirs | p.neutrals;
            for (int from = 0; from < 16; from++)
                for (int to = 0; to < 16; to++)
                    if ((p.neutrals >> from & 1) == 1 && (taken >> to & 1) == 0)
                        found.add(new Position(p.theirs, place, p.neutrals ^ 1 << from ^ 1 << to));
        }
        return found;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder text = new StringBuilder();
        while (in.hasNext()) text.append(in.next());
        int[] masks = new int[128];
        for (int at = 0; at < 16; at++) masks[text.charAt(at)] |= 1 << at;
        Position start = new Position(masks['#'], masks['*'], masks['x']);
        Map<Position, List<Position>> before = new HashMap<>();
        Map<Position, Integer> open = new HashMap<>();
        Map<Position, Boolean> won = new HashMap<>();
        Deque<Position> queue = new ArrayDeque<>();
        for (int mine : PLACES)
            for (int theirs : PLACES)
                for (int one = 0; one < 16; one++)
                    for (int other = 0; other < one; other++) {
                        int pair = 1 << one | 1 << other;
                        if ((mine & theirs) != 0 || ((mine | theirs) & pair) != 0) continue;
                        Position position = new Position(mine, theirs, pair);
                        List<Position> moves = moves(position);
                        open.put(position, moves.size());
                        for (Position after : moves) before.computeIfAbsent(after, key -> new ArrayList<>()).add(position);
                        if (moves.isEmpty()) {
                            won.put(position, false);
                            queue.add(position);
                        }
                    }
        while (!queue.isEmpty()) {
            Position position = queue.poll();
            for (Position earlier : before.getOrDefault(position, List.of())) {
                if (won.containsKey(earlier)) continue;
                boolean wins = !won.get(position);
                if (!wins && open.merge(earlier, -1, Integer::sum) > 0) continue;
                won.put(earlier, wins);
                queue.add(earlier);
            }
        }
        for (Position after : moves(start)) {
            if (won.getOrDefault(after, true)) continue;
            for (int at = 0; at < 16; at++) {
                int bit = 1 << at;
                System.out.print((after.theirs & bit) != 0 ? '#' : (after.mine & bit) != 0 ? '*' : (after.neutrals & bit) != 0 ? 'x' : '.');
                if (at % 4 == 3) System.out.println();
            }
            return;
        }
        System.out.println("No winning move");
        System.out.println(won.containsKey(start) ? "Losing" : "Draw");
    }
}
