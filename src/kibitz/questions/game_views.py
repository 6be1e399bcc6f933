"""Views of games: their families, their boards, and what to know of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from kibitz.drawing.inks import INKS
from kibitz.drawing.look import look_of
from kibitz.drawing.look_parts import STEP
from kibitz.drawing.scene import blocks_of, kind_of
from kibitz.games.collection import Collection
from kibitz.games.game_facts import Fact, facts, heading, history, title, variant
from kibitz.games.registry import is_own
from kibitz.language.errors import KibitzError, phrase
from kibitz.language.languages import Language
from kibitz.play.match_history import HUMAN, MatchState
from kibitz.play.match_record import link_of, players_in_link
from kibitz.questions import answers
from kibitz.questions.answering import shape
from kibitz.rules import PositionId
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.family import START, Family, Parameter
from kibitz.rules.game_name import GameName

MOVES_ON_CARD = 5
MOST_BOARDS = 200  # cached views, each in one language
# The step beyond each side of a cell, and the side from there.
BEYOND = {
    "top": ((-1, 0), "bottom"),
    "bottom": ((1, 0), "top"),
    "left": ((0, -1), "right"),
    "right": ((0, 1), "left"),
}
WALLS = {
    "top": phrase("wall above"),
    "bottom": phrase("wall below"),
    "left": phrase("wall on the left"),
    "right": phrase("wall on the right"),
}
EXITS = {
    "top": phrase("exit above"),
    "bottom": phrase("exit below"),
    "left": phrase("exit on the left"),
    "right": phrase("exit on the right"),
}


def all_families(games: Collection, language: Language) -> list[answers.FamilySchema]:
    """Describe every family that has a game to show."""
    found = []
    for family in games.families():
        try:
            found.append(family_of(family, games, language))
            json.dumps(found[-1], ensure_ascii=False).encode()
        except (KibitzError, StopIteration):
            continue  # a broken family of another package hides only itself
        except UnicodeEncodeError:
            found.pop()  # lone surrogate in the text of a game; the game's page reports it
        except Exception as error:
            from kibitz.games.gamefile import is_of_file

            if not is_of_file(error):
                raise  # else the game's page reports the error
    return found


def family_of(family: Family, games: Collection, language: Language) -> answers.FamilySchema:
    """Describe a family: its variants, its parameters, and one game of it."""
    from kibitz.games import kinds  # only lists need it

    variants = [variant_of(family, name, games, language) for name in family.variants]
    example = next(one["example"] for one in variants if one["example"])
    game = games.game(example)
    cells = game.pieces(shown_on_card(game))
    return shape(
        answers.FamilySchema,
        family,
        title=title(game, language),
        summary=kinds.summary_in(family.summary, language),
        kind=kinds.shown_kind(family.kind),
        heading=kinds.heading(family.kind, language),
        aim=game.rules.aim,
        own=not is_own(family.name),
        example=example,
        board=board_of(game, language),
        cells=cells,
        blocks=blocks_of(game, cells),
        variants=variants,
        parameters=[
            parameter_of(one, language) for one in family.parameters.values() if one.name != START
        ],
    )


def variant_of(family: Family, name: str, games: Collection, language: Language) -> answers.Variant:
    """Describe a variant, with its board if it needs no parameter."""
    found = answers.Variant(
        name=name,
        title=language.plain(name),
        words=language.plain(family.variants[name]),
        example=None,
        board=None,
        cells=[],
        blocks=[],
        instead=None,
        seats=[],
    )
    try:
        game = games.game(GameName.of(family.name, name or family.offered))
    except KibitzError:
        return found
    cells = game.pieces(shown_on_card(game))
    found |= {"example": game.name, "board": board_of(game, language), "cells": cells}
    found |= {"blocks": game.blocks(cells), "instead": start_of(game.instead, games)}
    if game.rules.two_players:
        from kibitz.play.seating import USUAL_OPPONENT, seats, side_for_person  # for lists only

        found["seats"] = [*seats(USUAL_OPPONENT, side_for_person(game))]
    return found


def start_of(name: str | None, games: Collection) -> answers.StartSchema | None:
    """Describe a game to begin with, if there is one."""
    if name is None:
        return None
    game = games.game(name)
    return answers.StartSchema(name=name, choice=choice_of(game), match=link_of(MatchState(game)))


def choice_of(game: BaseGame) -> answers.ChoiceSchema:
    """Return what was chosen for a game, by its name."""
    return answers.ChoiceSchema(variant=game.name.variant, parameters=game.name.parameters)


def shown_on_card(game: BaseGame) -> PositionId:
    """Return a typical position of a game: its start, or one in the middle of a game."""
    position = game.rules.start
    if all(sign == EMPTY for sign in game.pieces(position)):
        for ply in range(max(MOVES_ON_CARD, len(game.board.places) // 4)):
            moves = list(game.rules.moves(position))
            after = game.rules.play(position, moves[(3 * ply * ply + 4) % len(moves)])
            if game.rules.is_over(after):
                break
            position = after
    return position


def parameter_of(one: Parameter, language: Language) -> answers.ParameterSchema:
    """Describe a parameter."""
    least, most = one.bounds or (None, None)
    text = "cell" if one.names_cell else "choice" if one.choices else "text"
    choices = [answers.OptionSchema(name=word, title=language.plain(word)) for word in one.choices]
    return shape(
        answers.ParameterSchema,
        one,
        title=language.plain(one.name),
        meaning=language.plain(one.meaning),
        kind="number" if one.bounds else text,
        least=least,
        most=most,
        choices=choices,
    )


def all_kinds(language: Language) -> list[answers.KindSchema]:
    """Return the kinds of games, in order."""
    from kibitz.games.kinds import KINDS

    return [
        answers.KindSchema(name=kind, title=language.plain(words), group=language.plain(group))
        for kind, (group, words) in KINDS.items()
    ]


def seated(opponents: Iterable[str]) -> dict[str, str]:
    """Return what is added to the text of a new match if a person plays an opponent.

    The keys are the players: `human easy`, `easy human`.
    """
    pairs = [pair for one in opponents for pair in ((HUMAN, one), (one, HUMAN))]
    return {" ".join(pair): players_in_link(pair) for pair in pairs}


@lru_cache(MOST_BOARDS)
def board_of(game: BaseGame, language: Language) -> answers.BoardSchema:
    """Describe a game's board."""
    name, two_players = GameName(game.name), game.rules.two_players
    without_start = {one: value for one, value in name.parameters.items() if one != START}
    drawing = drawing_of(game)
    owned = game.appearance.owned_signs if game.appearance else []
    board = shape(
        answers.BoardSchema,
        game,
        key="",
        family=name.family,
        match=link_of(MatchState(game)),
        choice=choice_of(game),
        base=GameName.of(name.family, name.variant, without_start),
        title=title(game, language),
        variant=variant(game, language),
        heading=heading(game, language),
        aim=game.rules.aim,
        players=[language.plain(game.player_name(side)) for side in (0, 1) if two_players],
        lattice=game.board.lattice.name,
        places=game.board.places,
        names=game.board.names,
        start=game.text(game.rules.start),
        solved_whole=game.rules.solved_whole,
        called={
            sign: " ".join([language.plain(game.called[kind]), sign[len(kind) :]]).strip()
            for sign in [*game.signs, *owned]
            if (kind := kind_of(sign)) in game.called
        },
        emblems=emblems_of(game, drawing) if two_players else [],
        surroundings=surroundings_of(game, language),
        drawing=drawing,
    )
    board["key"] = blake2b(json.dumps(board).encode(), digest_size=8).hexdigest()
    return board


def drawing_of(game: BaseGame) -> answers.DrawingSchema:
    """Return the parts of a game's look."""
    look = look_of(game)
    return shape(
        answers.DrawingSchema,
        look,
        step=STEP,
        night=look.marked not in INKS,
        wide={kind: shape(answers.WidePieceSchema, one) for kind, one in look.wide.items()},
        shapes=look.shapes if any(look.shapes) else (),
    )


def surroundings_of(game: BaseGame, language: Language) -> list[str]:
    """Return the walls and exits at the sides of each cell in words; none if there are none."""
    appearance = game.appearance
    if appearance is None or not (appearance.walled or appearance.gaps):
        return []
    found: list[list[str]] = [[] for _ in game.board.names]
    for cell, side in appearance.walled:
        step, opposite = BEYOND[side]
        other = game.board.beyond(cell, step)
        found[cell].append(WALLS[side])
        if other is not None:
            found[other].append(WALLS[opposite])
    for cell, side in appearance.gaps:
        found[cell].append(EXITS[side])
    return [", ".join(map(language.plain, dict.fromkeys(words))) for words in found]


def emblems_of(game: BaseGame, drawing: answers.DrawingSchema) -> list[str]:
    """Return the sign of a piece of each player; none where the players share their pieces.

    Where pieces are kept in hands, the hands say whose they are. Where signs count something, a
    letter after 9 is a number, and no piece of a player.
    """
    appearance = game.appearance
    if appearance is not None and appearance.held:
        from kibitz.drawing.hands import owner_of  # for games with hands only

        labels = zip(appearance.beside, appearance.held, strict=False)
        found = {owner_of(label, 0): sign for label, sign in reversed(list(labels))}
        return [found[0], found[1]] if len(found) == 2 else []
    signs = list(game.signs)
    if "A" in signs and signs[signs.index("A") - 1] == "9":
        return []
    own = {kind_of(sign): sign for sign in reversed([*drawing["pieces"], *drawing["wide"]])}
    return [own[one] for one in game.players] if all(one in own for one in game.players) else []


def about_of(game: BaseGame, games: Collection, language: Language) -> answers.AboutSchema:
    """Return the introduction to a game, and its exact results."""
    from kibitz.games.kinds import heading

    about = game.about()
    return shape(
        answers.AboutSchema,
        about,
        game=game.name,
        title=title(game, language),
        variant=variant(game, language),
        kind=heading(games.kind_of(game.name), language),
        aim=about.aim or "",
        writing=about.writing or "",
        instead=start_of(game.instead, games),
        history=history(game, language),
        known=[known_of(fact, games, language) for fact in facts(game, language)],
    )


def known_of(fact: Fact, games: Collection, language: Language) -> answers.KnownSchema:
    """Return an exact value with the hardest position as a picture."""
    return answers.KnownSchema(
        game=fact.row.name,
        title=fact.title,
        facts=[answers.FactSchema(label=label, words=words) for label, words in fact.lines],
        hardest=None if fact.row.longest is None else hardest_of(fact, games, language),
    )


def hardest_of(fact: Fact, games: Collection, language: Language) -> answers.Shown | None:
    """Return a position of the game that takes the most moves, None if it cannot be shown."""
    if fact.row.hardest is None:
        return None
    try:
        game = games.game(fact.row.name)
        match = MatchState(game, game.parse(fact.row.hardest))
    except KibitzError:
        return None  # the rules have changed since
    cells = game.pieces(match.position, match.mover)
    return answers.Shown(
        match=link_of(match),
        board=board_of(game, language),
        cells=cells,
        blocks=blocks_of(game, cells),
    )
