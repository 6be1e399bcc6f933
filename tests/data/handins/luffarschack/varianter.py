# Spelet med båda varianterna: först frågas vilken som ska spelas.
def show(board):
    print(" ____")
    for row in range(3):
        print("|" + "".join(board[3 * row : 3 * row + 3]) + "|")
    print(" ---")


def number(question):
    answer = ""
    while answer not in ("1", "2", "3"):
        answer = input(question)
    return int(answer)


def square():
    row = number("Choose row: ")
    return 3 * (row - 1) + number("Choose column: ") - 1


def won(board, player):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(all(board[at] == player for at in line) for line in lines)


print("1: vanligt spel")
print("2: valfri bricka flyttas")
print("3: den äldsta brickan flyttas")
variant = number("Variant: ")
board = [" "] * 9
pieces = {"X": [], "O": []}
player = "X"
while True:
    show(board)
    print(f"Player {player}'s turn")
    old = None
    if variant != 1 and len(pieces[player]) == 3:
        old = square()
        while board[old] != player or (variant == 3 and old != pieces[player][0]):
            print("Den brickan får du inte flytta")
            old = square()
    new = square()
    while board[new] != " ":
        print("Position taken, choose again")
        new = square()
    if old is not None:
        board[old] = " "
        pieces[player].remove(old)
    board[new] = player
    pieces[player].append(new)
    if won(board, player) or " " not in board:
        break
    player = "O" if player == "X" else "X"
show(board)
print(f"Player {player} has won!" if won(board, player) else "It's a draw")
input()
