"""Ricochet Robots: robots drive until something stops them; bring one of them to its goal.

Aim: Bring robot A to the marked square in as few moves as possible.

To move: Click a robot and then where it stops, or drag it there.

A move drives one robot up, down, left or right, until a wall, the edge of the board or another
robot stops it. Robots B and C have no goal: they are in the way, and they stop robot A where you
need it. Robot A may pass over the marked square; it has to stop there.

To choose:
    board: which of the boards, 1 to 3

Known: the game is by Alex Randolph, 1999, on 16 x 16 squares with four robots:
https://en.wikipedia.org/wiki/Ricochet_Robots. These boards are smaller; the fewest moves are
computed here in two ways.
"""

# A move: | robot: 0 A, 1 B, 2 C | 0 right, 1 down, 2 left, 3 up: 2 bits |

from kibitz import Appearance, Board, Layout, OwnGame, Rules, cell

KIND = "sliding"
ALIASES = """
Rasende Roboter, robots, ricochet, walls, ρομπότ, τοίχοι, robotid, seinad, murs, roboți, ziduri,
robotar, väggar
"""

# Of each board: the walls, the robots A, B and C, and the goal.
BOARDS = {
    1: ("a3 right, b1 bottom, b4 bottom, c6 bottom, d2 right, e5 left, f3 right", "a6 c2 e4", "e2"),
    2: ("a4 right, b2 bottom, b5 left, d1 bottom, d5 right, e3 top, f2 right", "a1 f1 d4", "b3"),
    3: ("a2 right, b5 bottom, c1 bottom, c4 left, d3 top, e2 right, f4 left", "f6 a1 c3", "e5"),
}
SIDES = ("right", "bottom", "left", "top")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
ROBOTS = "ABC"


def game(board=1):
    if board not in BOARDS:
        raise ValueError("the boards are 1 to 3")
    squares = Board.rectangle(6, 6)
    drawn, robots, goal = BOARDS[board]
    walls = [(squares.names.index(name), side) for name, side in map(str.split, drawn.split(","))]
    layout = Layout(squares, *(cell(f"robot{sign}", sign) for sign in ROBOTS), symmetries=())
    closed = {(at, SIDES.index(side)) for at, side in walls}
    for at, side in walls:
        other = squares.beyond(at, STEPS[SIDES.index(side)])
        closed.add((other, (SIDES.index(side) + 2) % 4))
    beyond = tuple(
        -1 if other is None or (at, way) in closed else other
        for at in range(36)
        for way in range(4)
        for other in (squares.beyond(at, STEPS[way]),)
    )
    target = squares.names.index(goal)

    def robot_in(position, robot):
        return position >> 6 * robot & 63

    def stop(position, robot, way):
        at = robot_in(position, robot)
        while True:
            to = beyond[4 * at + way]
            if to < 0 or is_robot(position, to):
                return at
            at = to

    def is_robot(position, square):
        for robot in range(3):
            if robot_in(position, robot) == square:
                return True
        return False

    def moves(position):
        if robot_in(position, 0) != target:
            for robot in range(3):
                for way in range(4):
                    if stop(position, robot, way) != robot_in(position, robot):
                        yield robot << 2 | way

    def play(position, move):
        robot = move >> 2
        change = robot_in(position, robot) ^ stop(position, robot, move & 3)
        return position ^ change << 6 * robot

    def worth(position):
        return 1 if robot_in(position, 0) == target else 0

    rules = Rules(
        aim="shortest",
        start=layout.pack(*(squares.names.index(name) for name in robots.split())),
        moves=moves,
        play=play,
        worth=worth,
        distinct_moves=12,
    )
    return OwnGame(
        rules,
        squares,
        layout,
        goals=[target],
        called={sign: f"robot {sign}" for sign in ROBOTS},
        appearance=Appearance(
            board="stone",
            walls=walls,
            pieces={"A": "counter red A", "B": "counter blue B", "C": "counter green C"},
        ),
    )
