import sys

PEGS = "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭"
HOLES = "⓿➊➋➌➍➎➏➐➑➒➓⓫⓬⓭⓮"
ROWS = [(0, 1), (1, 3), (3, 6), (6, 10), (10, 15)]
AT = {}
for number, (first, end) in enumerate(ROWS):
    for hole in range(first, end):
        AT[number, hole - first] = hole
JUMPS = []
for (row, column), hole in AT.items():
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
        over = AT.get((row + down, column + right))
        to = AT.get((row + 2 * down, column + 2 * right))
        if over is not None and to is not None:
            JUMPS.append((hole, over, to))


def legal(board):
    return [
        (a, b, c) for a, b, c in JUMPS if board >> a & 1 and board >> b & 1 and not board >> c & 1
    ]


def play(board, jump):
    a, b, c = jump
    return board ^ 1 << a ^ 1 << b ^ 1 << c


def is_won(board):
    return bin(board).count("1") == 1


dead = set()


def solve(board):
    if is_won(board):
        return []
    if board in dead:
        return None
    for jump in legal(board):
        rest = solve(play(board, jump))
        if rest is not None:
            return [jump, *rest]
    dead.add(board)
    return None


def show(board):
    for first, end in ROWS:
        holes = [(PEGS if board >> hole & 1 else HOLES)[hole] for hole in range(first, end)]
        print(" " * (5 - len(holes)) + " ".join(holes))


def ask(question):
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line or line.strip() == "^C":
        raise EOFError
    hole = int(line)
    if not 0 <= hole <= 14:
        raise ValueError
    return hole


def take_jump(board):
    while True:
        try:
            print("tapez ^C pour arrêter et lancer la résolution")
            start = ask("ou alors \n  donnez une case de départ: ")
            if not board >> start & 1:
                print("  case de départ invalide")
                continue
            to = ask("  donnez une case d'arrivée: ")
            if board >> to & 1:
                print("  case d'arrivée invalide")
                continue
        except ValueError:
            continue
        for jump in legal(board):
            if jump[0] == start and jump[2] == to:
                return jump
        print("  mouvement invalide")


sys.stdout.reconfigure(encoding="utf-8")
board = (1 << 15) - 1 ^ 1 << 12
try:
    while not is_won(board):
        show(board)
        jump = take_jump(board)
        print("on joue de", jump[0], "a", jump[2])
        board = play(board, jump)
    print("Gagné !!!")
except EOFError:
    path = solve(board)
    print()
    if path is None:
        print("pas moyen d'aller plus loin !!!")
    else:
        print("suite de coups possible pour terminer :")
        for start, _, to in path:
            print((start, to), end=" ")
        print()
