// Classes for the board and the players.
import java.util.*;

class Luffarschack {
    static final Scanner IN = new Scanner(System.in);

    static class Player {
        final char mark;
        final Deque<Integer> pieces = new ArrayDeque<>();
        Player(char mark) { this.mark = mark; }
    }

    static class Board {
        final char[] cells = "         ".toCharArray();
        void draw() {
            System.out.println(" ____");
            for (int row = 0; row < 9; row += 3) System.out.println("|" + new String(cells, row, 3) + "|");
            System.out.println(" ---");
        }
        boolean won(char mark) {
            for (String line : "012 345 678 036 147 258 048 246".split(" ")) {
                boolean all = true;
                for (char cell : line.toCharArray()) all &= cells[cell - '0'] == mark;
                if (all) return true;
            }
            return false;
        }
        boolean full() { return new String(cells).indexOf(' ') < 0; }
    }

    static int ask(String question) {
        while (true) {
            System.out.print(question);
            System.out.flush();
            if (!IN.hasNextLine()) System.exit(0);
            try {
                int number = Integer.parseInt(IN.nextLine().trim());
                if (number >= 1 && number <= 3) return number - 1;
            } catch (NumberFormatException error) {
                System.out.println("A number please");
            }
        }
    }

    static int square() {
        int row = ask("Row: ");
        return 3 * row + ask("Column: ");
    }

    public static void main(String[] args) {
        String variant = IN.nextLine().trim();
        Board board = new Board();
        Player[] players = {new Player('X'), new Player('O')};
        for (int turn = 0; ; turn++) {
            Player player = players[turn % 2];
            board.draw();
            System.out.println("Player " + player.mark + "'s turn");
            int old = -1;
            if (!variant.equals("classic") && player.pieces.size() == 3) {
                old = square();
                while (variant.equals("any") ? !player.pieces.contains(old) : player.pieces.peekFirst() != old) {
                    System.out.println("You cannot pick that up");
                    old = square();
                }
            }
            int to = square();
            while (board.cells[to] != ' ') {
                System.out.println("Position taken, choose again");
                to = square();
            }
            if (old >= 0) {
                board.cells[old] = ' ';
                player.pieces.remove(old);
            }
            board.cells[to] = player.mark;
            player.pieces.addLast(to);
            if (board.won(player.mark)) {
                board.draw();
                System.out.println("Player " + player.mark + " has won!");
                break;
            }
            if (board.full()) {
                board.draw();
                System.out.println("It's a draw");
                break;
            }
        }
        if (IN.hasNextLine()) IN.nextLine();
    }
}
