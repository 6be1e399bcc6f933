// Boards for the tests of modules.

const STEP = 50;

// A board of squares, its cells row by row.
export function square(rows, columns, drawing = {}) {
  const places = Array.from({ length: rows * columns }, (_, cell) => [Math.floor(cell / columns), cell % columns]);
  const points = places.map(([row, column]) => [column * STEP + STEP / 2, row * STEP + STEP / 2]);
  const nothing = { tints: [], groups: [], targets: [], order: [], joints: [] };
  return { places, drawing: { step: STEP, points, ...nothing, ...drawing } };
}
