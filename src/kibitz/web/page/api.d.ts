// Shapes of the API, for the types of the page. scripts/page_types.py writes this file from
// questions/answers.py and the handlers; do not edit it.

declare namespace Api {
  /** What is wrong with a request, in one sentence, and what to run instead where that helps. */
  interface Fault {
    error: string;
    command?: string;
    table?: boolean;
    game?: string;
    family?: string;
  }

  /** What perfect play reaches. `outcome` is `null` where it is unknown. */
  interface Value {
    outcome: string | number | null;
    distance: number | null;
    margin: number | null;
    words: string;
    tone: "good" | "even" | "bad" | "unknown";
  }

  /** A value that a parameter can have, and its display name. */
  interface Option {
    name: string;
    title: string;
  }

  /** Something that a game lets you choose. */
  interface Parameter {
    name: string;
    title: string;
    meaning: string;
    kind: "number" | "choice" | "cell" | "text";
    default: number | string;
    least: number | null;
    most: number | null;
    choices: Option[];
    only: string[];
  }

  /** Where captured pieces go, and the pieces that the game begins with. */
  interface Tray {
    x: number;
    y: number;
    step: number;
    scale: number;
    began: [string, string, number][];
  }

  /** How a board is drawn: parts of SVG that are put where the cells are. */
  interface Drawing {
    width: number;
    height: number;
    step: number;
    round: boolean;
    night: boolean;
    points: [number, number][];
    defs: string;
    slab: string;
    cell: string;
    goal: string;
    labels: string;
    pieces: Record<string, string>;
    tints: string[];
    blocks: Record<string, string>;
    studs: Record<string, string>;
    caps: Record<string, string[]>;
    shapes: string[];
    outline: Record<string, string>;
    tray: Tray | null;
    turns: string[];
    frames: string[];
    targets: string[];
    order: number[];
    groups: number[];
    stores: [number, number][];
    steered: boolean;
  }

  /** The variant and the parameters in the name of a game. */
  interface Choice {
    variant: string;
    parameters: Record<string, string>;
  }

  /** A game's board: where its cells lie in a drawing made of characters, and their names. */
  interface Board {
    key: string;
    name: string;
    family: string;
    match: string;
    choice: Choice;
    base: string;
    title: string;
    variant: string;
    heading: string;
    aim: "win" | "score" | "shortest" | "lowest" | "highest";
    players: string[];
    signs: string[];
    wide: string[];
    lattice: string;
    places: number[][];
    names: string[];
    goals: number[];
    start: string;
    solved_whole: boolean;
    called: Record<string, string>;
    emblems: string[];
    surroundings: string[];
    drawing: Drawing;
  }

  /** A game, and the text of a new match of it between people. */
  interface Start {
    name: string;
    choice: Choice;
    match: string;
  }

  /** One variant of a family; `example` is the name of a game of it, if it needs no parameter. */
  interface Variant {
    name: string;
    title: string;
    words: string;
    example: string | null;
    board: Board | null;
    cells: string[];
    blocks: number[][];
    instead: Start | null;
    seats: string[];
  }

  /** A value with its label. */
  interface Fact {
    label: string;
    words: string;
  }

  /** What `kibitz doctor` says about a file, with the line and what to do, if that is known. */
  interface Complaint {
    check: string;
    sentence: string;
    line: number | null;
    remedy: string;
  }

  /** The state of a game’s file: its `stamp` changes whenever the file is edited. */
  interface Examined {
    stamp: string;
    complaints: Complaint[];
  }

  /** A position as a picture: the match that begins there, its board and what stands on it. */
  interface Shown {
    match: string;
    board: Board;
    cells: string[];
    blocks: number[][];
  }

  /** What is known exactly of a game, and a position of it that takes the most moves. */
  interface Known {
    game: string;
    title: string;
    facts: Fact[];
    hardest: Shown | null;
  }

  /** What a newcomer should know of a game: its aim, its rules, how to move. */
  interface About {
    game: string;
    title: string;
    variant: string;
    kind: string;
    aim: string;
    rules: string[];
    pointing: string;
    writing: string;
    instead: Start | null;
    history: string;
    known: Known[];
  }

  /** A kind of games, its display name, and the group of kinds that it belongs to. */
  interface Kind {
    name: string;
    title: string;
    group: string;
  }

  /** Games of one kind; `own` if they are not part of Kibitz but in a file or another package. */
  interface Family {
    name: string;
    title: string;
    summary: string;
    aliases: string[];
    kind: string;
    heading: string;
    aim: "win" | "score" | "shortest" | "lowest" | "highest";
    own: boolean;
    example: string;
    board: Board;
    cells: string[];
    blocks: number[][];
    variants: Variant[];
    parameters: Parameter[];
  }

  /** All games, and the opponents. `first` are families for a first visit. */
  interface Games {
    games: Family[];
    first: string[];
    kinds: Kind[];
    opponents: string[];
    seated: Record<string, string>;
    languages: Record<string, string>;
  }

  /** A piece in hand: its sign, where it is drawn, and the `kind` by which moves name it. */
  interface InHand {
    sign: string;
    kind: string;
    x: number;
    y: number;
    scale: number;
  }

  /** The pieces that a player, 0 or 1, has in hand; `label` is written at `at`. */
  interface Hand {
    owner: number;
    label: string;
    words: string;
    at: [number, number];
    held: InHand[];
  }

  /** A legal move: how it is written, the cells to point at, and where it leads. */
  interface Move {
    move: string;
    steps: number[][];
    any_order: boolean;
    piece: string;
    hand: string;
    taken: string[];
    position: string;
  }

  /** Several moves of one piece in a direction, written with spaces between them. */
  interface Run {
    move: string;
    steps: number[][];
  }

  /** Why the pieces on some cells cannot move, in words. */
  interface Immobile {
    words: string;
    cells: number[];
  }

  /** A legal move and its value for the player who makes it; `best` if none is better. */
  interface JudgedMove {
    move: string;
    steps: number[][];
    position: string;
    value: Value;
    best: boolean;
  }

  /** A position, its value, and its moves, best first. */
  interface Position {
    game: string;
    position: string;
    cells: string[];
    over: boolean;
    value: Value;
    moves: JudgedMove[];
    command: string | null;
  }

  /** A line of best moves, and the position after each of them. */
  interface Solution {
    game: string;
    position: string;
    value: Value;
    line: string[];
    positions: string[];
    ends: boolean;
  }

  /** A puzzle without its answer. */
  interface Puzzle {
    game: string;
    position: string;
    kind: "move" | "solve";
    question: string;
    difficulty: string;
    difficulty_words: string;
    distance: number | null;
    day: string | null;
    match: string;
  }

  /** Judgement of a move as the answer to a puzzle, and the best line after it. */
  interface Judged {
    move: string;
    right: boolean;
    words: string;
    comment: string;
    line: string[];
  }

  /** How many puzzles a game has for each number of moves. */
  interface Difficulty {
    game: string;
    counts: Record<string, number>;
  }

  /** How far the table of a game has been built. */
  interface Build {
    game: string;
    state: "none" | "building" | "ready" | "failed";
    phase: string;
    done: number;
    total: number | null;
    fraction: number | null;
    expected: number | null;
    memory: number;
    error: string;
  }

  /** A line of a match: its moves, and after how many moves of which other line it branches off. */
  interface Line {
    number: number;
    of: number;
    after: number;
    moves: string[];
  }

  /** A match as the page shows it. */
  interface MatchView {
    match: string;
    link: string;
    text: string;
    board?: Board;
    position: string;
    cells: string[];
    blocks: number[][];
    marks: string[];
    beside: string[];
    stored: string[];
    below: string[];
    hands: Hand[];
    runs: Run[];
    reasons: Immobile[];
    moves: Move[];
    history: string[];
    line: number;
    lines: Line[];
    ply: number;
    mover: number;
    movers: number[];
    players: string[];
    called: string[];
    names: string[];
    person: number | null;
    harder: string | null;
    to_move: string;
    over: boolean;
    finished: boolean;
    human_won: boolean;
    decisive: number[];
    ending: string;
    ending_tone: "" | "good" | "even" | "bad" | "unknown";
    repeated: number;
  }

  /** The value at one ply, for the first player or the puzzler, and what the last move did. */
  interface Point {
    ply: number;
    value: Value;
    level: number | null;
    mark: "" | "?!" | "?" | "??";
    comment: string;
  }

  /** The value of a position for people: a headline, a detail, and a tone. */
  interface Verdict {
    head: string;
    detail: string;
    tone: "good" | "even" | "bad" | "unknown";
    viewpoint: string;
  }

  /** A group of moves with the same effect on the value: the next `count` of `moves`. */
  interface MoveGroup {
    words: string;
    tone: "good" | "even" | "bad" | "unknown";
    count: number;
  }

  /** A hint in words, and the move that it recommends, if any. */
  interface Hint {
    move: string | null;
    words: string;
  }

  /** A mistake in a finished match: the number of the move, and a better one, if it is known. */
  interface Mistake {
    ply: number;
    better: string | null;
  }

  /** The review of a finished match: one line, which may be empty, and the mistakes it counts. */
  interface Review {
    words: string;
    mistakes: Mistake[];
  }

  /** Why a puzzle can no longer be solved, and what shows it: a number for each cell of the board. */
  interface Reason {
    words: string;
    kind: "" | "weights" | "colours";
    cells: number[];
  }

  /** What the kibitzer says of a match. */
  interface Opinion {
    verdict: Verdict;
    value: Value;
    moves: JudgedMove[];
    groups: MoveGroup[];
    hint: Hint;
    graph: Point[];
    review: Review | null;
    last_good: number | null;
    doubtful: boolean;
    made: number;
    least: number | null;
    reason: Reason | null;
    command: string | null;
    table: "" | "seconds" | "minutes" | "hours";
    search: boolean;
  }

  /** A part of an answer about a match: the match itself. */
  interface ViewPart {
    view: MatchView;
  }

  /** A part of an answer about a match: what the kibitzer says of it. */
  interface OpinionPart {
    opinion: Opinion;
  }

  /** What is wrong with edited cells, or the match that begins with them. */
  interface Checked {
    error: string;
    cell: number | null;
    position: string;
    match: string;
    variant: string;
    mover: number | null;
  }

  /** The details of each question. */
  interface Questions {
    games: {};
    game: { name: string };
    about: { name: string };
    position: { name: string; position: string };
    solution: { name: string; position: string };
    picture: { name: string; position: string; mover?: number | null };
    difficulty: { name: string };
    puzzle: { name: string; difficulty?: string | null; distance?: number | null; seed?: string | null };
    daily: { name: string; day?: string | null };
    posed: { match: string };
    judge: { match: string; move?: string | null };
    table: { name: string };
    may_build: { name: string };
    new: { game: string; players?: string[]; start?: string | null; names?: string[]; variant?: string; parameters?: Record<string, string> | null; known_board?: string };
    match: { match: string; play?: string | null; jump?: number | null; line?: number | null; reply?: boolean; players?: string[] | null; opinion?: boolean; names?: string[] | null; again?: boolean; known_board?: string };
    opinion: { match: string };
    search: { match: string };
    check: { game: string; cells: string[]; mover?: number | null };
    words: { code: string };
    changes: { name: string; seen: string };
    build: { name: string };
    cancel: { name: string };
    enter: { code: string };
  }

  /** The answer to each question, or a part of it where it comes in parts. */
  interface Answers {
    games: Games;
    game: Board;
    about: About;
    position: Position;
    solution: Solution;
    picture: string;
    difficulty: Difficulty;
    puzzle: Puzzle;
    daily: Puzzle;
    posed: Puzzle;
    judge: Judged;
    table: Build;
    may_build: Build;
    new: MatchView;
    match: ViewPart | OpinionPart;
    opinion: Opinion;
    search: OpinionPart;
    check: Checked;
    words: Record<string, string | string[]>;
    changes: Examined;
    build: Build;
    cancel: Build;
    enter: Record<string, string>;
  }
}
