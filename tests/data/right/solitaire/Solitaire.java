// A set of holes with pegs, and an exception for each complaint.
import java.util.*;

class Solitaire {
    static class Refused extends Exception {
        Refused(String words) { super(words); }
    }

    final Set<Integer> holes = new TreeSet<>(), pegs = new TreeSet<>();

    Solitaire() {
        for (int row = 0; row < 7; row++)
            for (int column = 0; column < 7; column++)
                if (Math.abs(row - 3) < 2 || Math.abs(column - 3) < 2) holes.add(10 * row + column);
        pegs.addAll(holes);
        pegs.remove(33);
    }

    int step(char way) { return way == 'L' ? -1 : way == 'R' ? 1 : way == 'U' ? -10 : way == 'D' ? 10 : 0; }

    boolean check(int hole, int step) { return pegs.contains(hole) && pegs.contains(hole + step) && holes.contains(hole + 2 * step) && !pegs.contains(hole + 2 * step); }

    boolean over() {
        for (int hole : holes)
            for (char way : "LRUD".toCharArray())
                if (check(hole, step(way))) return false;
        return true;
    }

    void play(String answer) throws Refused {
        String text = answer.toUpperCase();
        if (!text.matches("[A-Z][0-9].")) throw new Refused("Something wrong with your input!");
        int hole = 10 * (text.charAt(0) - 'A') + text.charAt(1) - '1';
        if (text.charAt(1) == '0' || text.charAt(1) > '7' || !holes.contains(hole)) throw new Refused("Given peg position is out of board!");
        if (!pegs.contains(hole)) throw new Refused("Given peg position does not have a peg!");
        int step = step(text.charAt(2));
        if (step == 0) throw new Refused("Direction is not L or R or U or D!");
        if (!holes.contains(hole + 2 * step)) throw new Refused("Moving peg will fall out of bounds!");
        if (!pegs.contains(hole + step)) throw new Refused("No peg at next position to jump over!");
        if (pegs.contains(hole + 2 * step)) throw new Refused("Landing position is occupied!");
        pegs.removeAll(List.of(hole, hole + step));
        pegs.add(hole + 2 * step);
    }

    void show() {
        System.out.println("\t1\t2\t3\t4\t5\t6\t7");
        for (int row = 0; row < 7; row++) {
            StringBuilder line = new StringBuilder().append((char) ('A' + row));
            for (int column = 0; column < 7; column++)
                line.append('\t').append(!holes.contains(10 * row + column) ? "" : pegs.contains(10 * row + column) ? "1" : "0");
            System.out.println(line);
        }
        System.out.println();
    }

    public static void main(String[] args) {
        Solitaire game = new Solitaire();
        Scanner in = new Scanner(System.in);
        game.show();
        while (!game.over()) {
            System.out.print("Enter peg position followed by move (L, R, U, or D): ");
            System.out.flush();
            if (!in.hasNextLine()) return;
            try {
                game.play(in.nextLine());
                game.show();
            } catch (Refused refused) {
                System.out.println(refused.getMessage());
            }
        }
        System.out.println("No more moves. The number of remaining pegs is " + game.pegs.size());
    }
}
