import sys

STEPS = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
PROMPT = "Enter peg position followed by move (L, R, U, or D): "


def ask(question):
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.strip()


def on_board(row, column):
    return 0 <= row < 7 and 0 <= column < 7 and (2 <= row <= 4 or 2 <= column <= 4)


def show(board):
    print("  1 2 3 4 5 6 7")
    for row in range(7):
        cells = [str(board[row][column]) if on_board(row, column) else " " for column in range(7)]
        print(("ABCDEFG"[row] + " " + " ".join(cells)).rstrip())
    print()


def complaint(board, answer):
    if len(answer) != 3 or not (answer[0].isalpha() and answer[1].isdigit()):
        return "Something wrong with your input!"
    row, column = ord(answer[0].upper()) - ord("A"), int(answer[1]) - 1
    if not on_board(row, column):
        return "Given peg position is out of board!"
    if not board[row][column]:
        return "Given peg position does not have a peg!"
    if answer[2].upper() not in STEPS:
        return "Direction is not L or R or U or D!"
    down, right = STEPS[answer[2].upper()]
    if not on_board(row + 2 * down, column + 2 * right):
        return "Moving peg will fall out of bounds!"
    if not board[row + down][column + right]:
        return "No peg at next position to jump over!"
    if board[row + 2 * down][column + 2 * right]:
        return "Landing position is occupied!"
    return None


def can_move(board):
    for row in "ABCDEFG":
        for column in "1234567":
            for way in "LRUD":
                if complaint(board, row + column + way) is None:
                    return True
    return False


board = [[int(on_board(row, column)) for column in range(7)] for row in range(7)]
board[3][3] = 0
show(board)
while can_move(board):
    answer = ask(PROMPT)
    wrong = complaint(board, answer)
    if wrong:
        print(wrong)
        continue
    row, column = ord(answer[0].upper()) - ord("A"), int(answer[1]) - 1
    down, right = STEPS[answer[2].upper()]
    board[row][column] = board[row + down][column + right] = 0
    board[row + 2 * down][column + 2 * right] = 1
    print()
    show(board)
print("No more moves. The number of remaining pegs is", sum(map(sum, board)))
