"""Answers computed when a static site is made, for use before Python is ready.

They are made by the same handlers, in every language. So the page shows all games, accepts the
first moves of each, and shows their values if a table is shipped.

The answers about one game are a file, compressed:

    {"pieces": [piece, …], "answers": [[key, [[status, kind, [number, …]], …]], …]}

A text is split into pieces, and each piece is written once: as a text if it is the same in all
languages, else as a list with one text for each. A number is the distance back to a piece; 0 is the
next unused piece. `page/transport/prepared_answers.js` reads this.
"""

import json
import re
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

import kibitz.web.page_words  # noqa: F401  # it answers a question
from kibitz.games.collection import Collection
from kibitz.games.registry import BUILT_IN
from kibitz.language.errors import without_commands
from kibitz.language.languages import LANGUAGES
from kibitz.play.match_record import match_from
from kibitz.play.opponents import OPPONENTS, PERFECT
from kibitz.play.puzzle_finder import today
from kibitz.play.seating import USUAL_OPPONENT, seats, side_for_person
from kibitz.questions.answering import answer, language
from kibitz.questions.app_state import AppState
from kibitz.questions.game_views import all_families
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.structure import solver_of
from kibitz.web.site.site_packing import SUFFIX, packed

Details = dict[str, Any]
Part = tuple[int, str, Sequence[str]]  # status, kind, and the text in every language

FIRST = f"first{SUFFIX}"  # file of answers that concern no game
ROOM = 1_000_000  # bytes of answers about positions after a start, without the board
FOR_REPLIES = 4_000_000  # the same, up to the replies to the first moves
FIRST_MOVES, MOST_MOVES = 1, 8
DAYS = 62  # days whose puzzles are included
PIECE = re.compile(r"[^{}]*[{}]|[^{}]+")
SEED = 18  # reproducible sites


def prepared(games: Collection, chosen: Iterable[str] | None = None) -> dict[str, bytes]:
    """Return the files with answers about the games that are offered, or chosen, by name."""
    # Tables of the user are not part of the site.
    with tempfile.TemporaryDirectory() as nothing, without_commands():
        state = AppState(TableStore(nothing), games, SEED, terminal=False)
        made, names = {}, {}
        for name in offered(games) if chosen is None else chosen:
            names[name] = re.sub(r"[^\w.-]", "-", name) + SUFFIX
            made[names[name]] = in_pieces(about_game(state, name))
        first = [("games", {}), *(("words", {"code": code}) for code in LANGUAGES)]
        about_none = [(key_of(*one), said(state, *one)) for one in first]
        return {FIRST: in_pieces(about_none, games=names), **made}


def offered(games: Collection) -> list[str]:
    """Return the games that the start page offers to begin."""
    variants = [
        variant
        for family in all_families(games, language("en"))
        for variant in family["variants"]
        if variant["example"]
    ]
    instead = [one["instead"]["name"] if one["instead"] else None for one in variants]
    names = [
        name
        for pair in zip((one["example"] for one in variants), instead, strict=True)
        for name in pair
        if name
    ]
    return list(dict.fromkeys(names))


# Questions about a game


def about_game(state: AppState, name: str) -> Iterator[tuple[str, list[Part]]]:
    """Yield the first questions of the page about a game, with the known answers."""
    game = state.games.game(name)
    built_in = game.name.family in BUILT_IN  # there are many others: the first ones are enough
    exact = json.loads(said(state, "table", {"name": name})[0][2][0])["state"] == "ready"
    puzzles = bool(exact and game.rules.placements)
    for question in ("about", "table", "build", "difficulty") if puzzles else ("about",):
        yield key_of(question, {"name": name}), said(state, question, {"name": name})
    if puzzles:
        yield from puzzles_of_days(state, name)
    yield from following(state, f"kibitz+{name}", known=exact, deep=built_in)
    if not game.rules.two_players:
        return
    usual = seats(USUAL_OPPONENT, side_for_person(game))
    others = [seats(one, side) for one in OPPONENTS for side in (0, 1)] if built_in else []
    for seated in dict.fromkeys([usual, *others]):
        match = f"kibitz+{name};players+{'+'.join(seated)}"
        known = exact and (seated == usual or PERFECT in seated)
        room = FOR_REPLIES if seated == usual else ROOM
        yield from following(state, match, known, built_in and seated == usual, room)


def puzzles_of_days(state: AppState, name: str) -> Iterator[tuple[str, list[Part]]]:
    """Yield the puzzles of the coming days, for the start page and the game page.

    They start with the month, so that the site is the same on every day of it.
    """
    first = today().replace(day=1)
    for day in (first + timedelta(number) for number in range(DAYS)):
        details = {"name": name, "day": day.isoformat()}
        parts = said(state, "daily", details)
        yield key_of("daily", details), parts
        puzzle = json.loads(parts[0][2][0])
        shown = {"game": puzzle["game"], "start": puzzle["position"]}
        yield key_of("new", shown), said(state, "new", shown)
        match = {"match": puzzle["match"]}
        yield key_of("match", match), said(state, "match", {**match, "opinion": True})
        yield key_of("posed", match), said(state, "posed", match)  # for a reload of the page


def following(
    state: AppState, match: str, known: bool, deep: bool, for_first: int = ROOM
) -> Iterator[tuple[str, list[Part]]]:
    """Yield the start of a match and the positions after it, ply by ply, up to the size limit.

    With `known`, replies and opinions are included. If those on all first moves exceed their limit,
    only the moves themselves are answered. The opinion on the start of a board that is decided
    without a table is included, too, and where each position is decided at once, those that follow.
    """
    solver = solver_of(match_from(match, state.games.game).game.rules)
    known = known or solver.decides_at_once
    level: list[Details] = [{"match": match}]
    spent = each = 0
    for ply in range(MOST_MOVES):
        room = for_first if ply == FIRST_MOVES else ROOM
        if spent + len(level) * each > room:
            if ply != FIRST_MOVES:
                return
            known = deep = False
        below: list[Details] = []
        size = 0
        for details in level:
            state.seed = zlib.crc32(f"{SEED} {details}".encode())  # not the same chance everywhere
            parts = said(state, "match", {**details, "reply": known, "opinion": known})
            if not (ply or known):
                parts += settled_opinion(state, match)
            yield key_of("match", details), parts
            texts = [texts[0] for _, _, texts in parts]
            views = [one["view"] for one in map(json.loads, texts) if "view" in one]
            boards = sum(len(json.dumps(view["board"])) for view in views)  # which are written once
            size += sum(map(len, texts)) - boards
            if "play" in details:  # for a reload of the page
                shown = max(at for at, text in enumerate(texts) if text.startswith('{"view"'))
                yield key_of("match", {"match": views[-1]["match"]}), parts[shown:]
            below += [
                {"match": views[-1]["match"], "play": move["move"]} for move in views[-1]["moves"]
            ]
        if not deep:
            return
        spent, each, level = spent + size, size // len(level), below
        if not level:
            return


def settled_opinion(state: AppState, match: str) -> list[Part]:
    """Return the opinion on a start where the structure of a board settles all; else nothing."""
    if not solver_of(match_from(match, state.games.game).game.rules).has_sources:
        return []
    (part,) = said(state, "match", {"match": match, "opinion": True})[1:]
    opinion = json.loads(part[2][0])["opinion"]
    values = [opinion["value"], *(move["value"] for move in opinion["moves"])]
    return [] if any(value["tone"] == "unknown" for value in values) else [part]


def said(state: AppState, question: str, details: Mapping[str, Any]) -> list[Part]:
    """Return the answer to a question in every language."""
    answers = [list(answer(state, question, code, details)) for code in LANGUAGES]
    return [
        (status, kind, [parts[at][2].decode() for parts in answers])
        for at, (status, kind, _) in enumerate(answers[0])
    ]


def key_of(question: str, details: Mapping[str, object]) -> str:
    """Return the key by which `page/transport/prepared_answers.js` finds an answer."""
    key = [question, dict(sorted(details.items()))]
    return json.dumps(key, ensure_ascii=False, separators=(",", ":"))


# Packing


def in_pieces(
    answers: Iterator[tuple[str, list[Part]]] | list[tuple[str, list[Part]]], **more: object
) -> bytes:
    """Return answers as a file."""
    numbers: dict[str | tuple[str, ...], int] = {}
    listed = [
        (key, [(status, kind, references(texts, numbers)) for status, kind, texts in parts])
        for key, parts in answers
    ]
    whole = {**more, "languages": [*LANGUAGES], "pieces": list(numbers), "answers": listed}
    return packed(json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode())


def references(texts: Sequence[str], numbers: dict[str | tuple[str, ...], int]) -> list[int]:
    """Return the numbers of the pieces of a text that is given in every language."""
    cut = [PIECE.findall(text) for text in texts]
    if len({len(pieces) for pieces in cut}) > 1:
        cut = [[text] for text in texts]  # the structure differs between languages
    found = []
    for pieces in zip(*cut, strict=True):
        piece = pieces if len(set(pieces)) > 1 else pieces[0]
        found.append(len(numbers) - numbers[piece] if piece in numbers else 0)
        numbers.setdefault(piece, len(numbers))
    return found
