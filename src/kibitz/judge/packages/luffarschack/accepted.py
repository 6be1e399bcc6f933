import sys


def ask(question):
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.strip()


def draw_board(board):
    print(" ____")
    for row in board:
        print("|" + "".join(row) + "|")
    print(" ---")


def has_won(board, player):
    lines = [[(i, j) for j in range(3)] for i in range(3)]
    lines += [[(i, j) for i in range(3)] for j in range(3)]
    lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    return any(all(board[i][j] == player for i, j in line) for line in lines)


def take_number(question):
    while True:
        answer = ask(question)
        if answer.isdigit() and 1 <= int(answer) <= 3:
            return int(answer) - 1


def take_position():
    row = take_number("Choose row: ")
    return row, take_number("Choose column: ")


def pick_up(own):
    allowed = own if variant == "any" else own[:1]
    position = take_position()
    while position not in allowed:
        print("That piece may not be picked up, choose again")
        position = take_position()
    return position


variant = ask("")
board = [[" "] * 3 for _ in range(3)]
laid = {"X": [], "O": []}
player, draw = "X", False
while True:
    draw_board(board)
    print("Player " + player + "'s turn")
    old = pick_up(laid[player]) if variant != "classic" and len(laid[player]) == 3 else None
    row, column = take_position()
    while board[row][column] != " ":
        print("Position taken, choose again")
        row, column = take_position()
    if old:
        board[old[0]][old[1]] = " "
        laid[player].remove(old)
    board[row][column] = player
    laid[player].append((row, column))
    if has_won(board, player):
        break
    if len(laid["X"]) + len(laid["O"]) == 9:
        draw = True
        break
    player = "O" if player == "X" else "X"
draw_board(board)
print("It's a draw" if draw else "Player " + player + " has won!")
ask("")
