# Pseudokoden, rad för rad. Bara rad 36 är rättad: rutan läggs till i raden, inte i brädet.
def draw_board(board):
    print(" ____")
    for row in board:
        print("|" + row[0] + row[1] + row[2] + "|")
    print(" ---")


def check_victory(board, player):
    for i in range(0, 3):
        if row_victory(board, player, i):
            return True
        if col_victory(board, player, i):
            return True
    if dia_victory_1(board, player):
        return True
    if dia_victory_2(board, player):
        return True
    return False


def row_victory(board, player, row):
    return board[row][0] == board[row][1] == board[row][2] == player


def col_victory(board, player, col):
    return board[0][col] == board[1][col] == board[2][col] == player


def dia_victory_1(board, player):
    return board[0][0] == board[1][1] == board[2][2] == player


def dia_victory_2(board, player):
    return board[2][0] == board[1][1] == board[0][2] == player


def create_board():
    board = []
    for i in range(0, 3):
        board.append([])
        for j in range(0, 3):
            board[i].append(" ")
    return board


def is_integer(text):
    try:
        int(text)
        return True
    except ValueError:
        return False


def take_position():
    valid = False
    while not valid:
        print("Choose row: ")
        row = input()
        if is_integer(row) and 1 <= int(row) < 4:
            valid = True
    valid = False
    while not valid:
        print("Choose column: ")
        col = input()
        if is_integer(col) and 1 <= int(col) < 4:
            valid = True
    return (int(row) - 1, int(col) - 1)


board = create_board()
player = "X"
playing = True
turn = 0
draw = False

while playing:
    turn = turn + 1
    draw_board(board)
    print("Player " + player + "'s turn")
    row, col = take_position()
    while board[row][col] != " ":
        print("Position taken, choose again")
        row, col = take_position()
    board[row][col] = player
    if check_victory(board, player):
        playing = False
    else:
        if player == "X":
            player = "O"
        else:
            player = "X"
    if turn == 9:
        draw = True
        playing = False

draw_board(board)
if not draw:
    print("Player " + player + " has won!")
else:
    print("It's a draw")

input()
