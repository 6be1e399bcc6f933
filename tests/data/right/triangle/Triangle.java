// Rows and columns, breadth first from where the game stands.
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.*;

class Triangle {
    static final String PEGS = "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭", HOLES = "⓿➊➋➌➍➎➏➐➑➒➓⓫⓬⓭⓮";
    static final int[][] STEPS = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
    static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    static final Scanner IN = new Scanner(System.in, StandardCharsets.UTF_8);

    static boolean inside(int row, int column) { return row >= 0 && row < 5 && column >= 0 && column <= row; }

    static int number(int row, int column) { return row * (row + 1) / 2 + column; }

    static int row(int hole) {
        int row = 0;
        while (number(row + 1, 0) <= hole) row++;
        return row;
    }

    /** The pegs after a jump, null if there is none. */
    static BitSet jump(BitSet pegs, int from, int[] step) {
        int row = row(from), column = from - number(row, 0);
        if (!inside(row + 2 * step[0], column + 2 * step[1])) return null;
        int over = number(row + step[0], column + step[1]), to = number(row + 2 * step[0], column + 2 * step[1]);
        if (!pegs.get(from) || !pegs.get(over) || pegs.get(to)) return null;
        BitSet after = (BitSet) pegs.clone();
        after.clear(from);
        after.clear(over);
        after.set(to);
        return after;
    }

    static List<String> solution(BitSet start) {
        Map<BitSet, List<String>> lines = new HashMap<>();
        Deque<BitSet> queue = new ArrayDeque<>(List.of(start));
        lines.put(start, List.of());
        while (!queue.isEmpty()) {
            BitSet pegs = queue.poll();
            if (pegs.cardinality() == 1) return lines.get(pegs);
            for (int from = 0; from < 15; from++) {
                for (int[] step : STEPS) {
                    BitSet after = jump(pegs, from, step);
                    if (after == null || lines.containsKey(after)) continue;
                    int row = row(from), to = number(row + 2 * step[0], from - number(row, 0) + 2 * step[1]);
                    List<String> line = new ArrayList<>(lines.get(pegs));
                    line.add("(" + from + ", " + to + ")");
                    lines.put(after, line);
                    queue.add(after);
                }
            }
        }
        return null;
    }

    static void finish(BitSet pegs) {
        List<String> line = solution(pegs);
        OUT.println();
        if (line == null) OUT.println("pas moyen d'aller plus loin !!!");
        else OUT.println("suite de coups possible pour terminer :\n" + String.join("\n", line));
        System.exit(0);
    }

    static int ask(String question, BitSet pegs) {
        OUT.print(question);
        OUT.flush();
        String line = IN.hasNextLine() ? IN.nextLine().trim() : "^C";
        if (line.equals("^C")) finish(pegs);
        int hole = Integer.parseInt(line);
        if (hole < 0 || hole > 14) throw new NumberFormatException();
        return hole;
    }

    static BitSet turn(BitSet pegs) {
        while (true) {
            try {
                int from = ask("donnez une case de départ: ", pegs);
                if (!pegs.get(from)) {
                    OUT.println("case de départ invalide");
                    continue;
                }
                int to = ask("donnez une case d'arrivée: ", pegs);
                if (pegs.get(to)) {
                    OUT.println("case d'arrivée invalide");
                    continue;
                }
                for (int[] step : STEPS) {
                    BitSet after = jump(pegs, from, step);
                    if (after != null && after.get(to)) {
                        OUT.println("on joue de " + from + " a " + to);
                        return after;
                    }
                }
                OUT.println("mouvement invalide");
            } catch (NumberFormatException error) {
                // asked again
            }
        }
    }

    public static void main(String[] args) {
        BitSet pegs = new BitSet();
        pegs.set(0, 15);
        pegs.clear(12);
        while (pegs.cardinality() > 1) {
            for (int row = 0; row < 5; row++) {
                StringBuilder line = new StringBuilder(" ".repeat(5 - row));
                for (int column = 0; column <= row; column++) {
                    int hole = number(row, column);
                    line.append((pegs.get(hole) ? PEGS : HOLES).charAt(hole)).append(' ');
                }
                OUT.println(line);
            }
            pegs = turn(pegs);
        }
        OUT.println("Gagné !!!");
    }
}
