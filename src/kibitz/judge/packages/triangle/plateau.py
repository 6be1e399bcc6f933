"""The board of the course's program: the module that its `solitaire.py` imports.

It offers what the course's own module does, and the two functions of the course's correction.
"""

import os
import sys

VIDE, PION = 0, 1
ROWS = [range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2) for row in range(5)]
# The neighbours of each hole, by direction: down left, down right, right, up right, up left, left.
# A jump goes on in the direction of its neighbour.
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
PLACES = [(row, column) for row in range(5) for column in range(row + 1)]
VOISINS = [
    [
        PLACES.index(there) if (there := (row + down, column + right)) in PLACES else None
        for down, right in STEPS
    ]
    for row, column in PLACES
]
INDICES_TO_UNICODE_PION = list("⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮")
INDICES_TO_UNICODE_VIDE = list("⓿➊➋➌➍➎➏➐➑➒➓⓫⓬⓭⓮⓯")


class Plateau:
    """A board of 15 holes; at the start only hole 12 is empty."""

    def __init__(self):
        self.cases = [PION] * 15
        self.cases[12] = VIDE
        self.numero_affichage = 0


def affiche(plateau, in_terminology):
    """Print a board as text, whatever the terminal."""
    sys.stdout.flush()
    os.system("clear")
    for row in ROWS:
        signs = [
            (INDICES_TO_UNICODE_PION if plateau.cases[hole] else INDICES_TO_UNICODE_VIDE)[hole]
            for hole in row
        ]
        print(" " * (5 - len(row)) + " ".join(signs))


def est_gagnant(plateau):
    """Return whether at most one peg is left."""
    return plateau.cases.count(PION) < 2


def joue_coup(plateau, coup):
    """Make a jump: from, over, to."""
    depart, milieu, arrivee = coup
    plateau.cases[depart] = plateau.cases[milieu] = VIDE
    plateau.cases[arrivee] = PION


def defait_coup(plateau, coup):
    """Take a jump back."""
    depart, milieu, arrivee = coup
    plateau.cases[depart] = plateau.cases[milieu] = PION
    plateau.cases[arrivee] = VIDE


def recupere_coups(plateau):
    """Yield the legal jumps."""
    for depart, voisins in enumerate(VOISINS):
        for direction, milieu in enumerate(voisins):
            if milieu is None or not plateau.cases[depart] or not plateau.cases[milieu]:
                continue
            arrivee = VOISINS[milieu][direction]
            if arrivee is not None and plateau.cases[arrivee] == VIDE:
                yield depart, milieu, arrivee
