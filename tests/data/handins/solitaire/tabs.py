# Η εργασία, όπως τη ζητά το κείμενο: το ταμπλό με tab, ένα μήνυμα για κάθε λάθος.
ROWS = "ABCDEFG"


def make_board():
    board = []
    for row in range(7):
        line = []
        for column in range(7):
            if 2 <= row <= 4 or 2 <= column <= 4:
                line.append(1)
            else:
                line.append(" ")
        board.append(line)
    board[3][3] = 0
    return board


def print_board(board):
    print()
    print("\t" + "\t".join(str(number) for number in range(1, 8)))
    for row in range(7):
        print(ROWS[row] + "\t" + "\t".join(str(hole) for hole in board[row]))
    print()


def at(board, row, column):
    if 0 <= row < 7 and 0 <= column < 7:
        return board[row][column]
    return " "


def step(direction):
    return {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}[direction]


def check(board, move):
    if len(move) != 3 or move[0] not in ROWS or move[1] not in "1234567":
        return "Something wrong with your input!"
    row, column = ROWS.index(move[0]), int(move[1]) - 1
    if move[2] not in "LRUD":
        return "Direction is not L or R or U or D!"
    if at(board, row, column) == " ":
        return "Given peg position is out of board!"
    if at(board, row, column) == 0:
        return "Given peg position does not have a peg!"
    down, right = step(move[2])
    if at(board, row + 2 * down, column + 2 * right) == " ":
        return "Moving peg will fall out of bounds!"
    if at(board, row + down, column + right) != 1:
        return "No peg at next position to jump over!"
    if at(board, row + 2 * down, column + 2 * right) == 1:
        return "Landing position is occupied!"
    return ""


def play(board, move):
    row, column = ROWS.index(move[0]), int(move[1]) - 1
    down, right = step(move[2])
    board[row][column] = 0
    board[row + down][column + right] = 0
    board[row + 2 * down][column + 2 * right] = 1


def has_moves(board):
    for row in ROWS:
        for column in "1234567":
            for direction in "LRUD":
                if check(board, row + column + direction) == "":
                    return True
    return False


board = make_board()
print_board(board)
while has_moves(board):
    move = input("Enter peg position followed by move (L, R, U, or D): ").upper()
    wrong = check(board, move)
    while wrong:
        print(wrong)
        move = input("Enter peg position followed by move (L, R, U, or D): ").upper()
        wrong = check(board, move)
    play(board, move)
    print_board(board)
pegs = sum(row.count(1) for row in board)
print("No more moves. The number of remaining pegs is", pegs)
