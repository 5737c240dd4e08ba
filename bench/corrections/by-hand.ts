import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";

type Place = readonly [x: number, y: number];

/** Rows of the eraser's way over a box are this many pixels apart. */
const ROWS = 4;

/**
 * What a person changed where the program finds no way to the right circuit, in pixels of the scan's first rendering:
 * what was read at a place is erased, and the wires there are drawn again.
 */
export const BY_HAND: Readonly<Record<string, readonly WireCorrection[]>> = {
  "new_1357_2.8.1": [
    erase([326, 804], [352, 846]),
    draw([338, 790], [341, 860]),
    draw([310, 812], [380, 812]),
    draw([340, 836], [380, 835]),
    erase([592, 1051], [604, 1054]),
    draw([570, 1046], [625, 1046]),
    draw([570, 1057], [625, 1057]),
  ],
  "new_9171_2.2.1": [
    erase([308, 600], [552, 640]),
    draw([321, 588], [321, 652]),
    draw([392, 588], [393, 652]),
    draw([427, 588], [428, 652]),
    draw([501, 588], [499, 652]),
    draw([538, 588], [538, 652]),
    draw([306, 623], [340, 620], [400, 608], [480, 602], [586, 600]),
    draw([321, 634], [345, 631], [400, 618], [457, 616], [500, 611], [586, 609]),
    draw([428, 628], [457, 622], [500, 618], [586, 618]),
    erase([836, 974], [846, 989]),
    erase([386, 1130], [406, 1152]),
    draw([396, 1120], [397, 1160]),
    draw([378, 1140], [412, 1138]),
  ],
};

/** Erases a box, row by row to and fro. */
function erase([left, top]: Place, [right, bottom]: Place): WireCorrection {
  const rows = Array.from({ length: Math.ceil((bottom - top) / ROWS) + 1 }, (_, row) =>
    Math.min(bottom, top + row * ROWS),
  );
  const points = rows.flatMap((y, row) => (row % 2 === 0 ? [left, right] : [right, left]).map((x) => ({ x, y })));
  return { kind: "erase", points };
}

function draw(...places: readonly Place[]): WireCorrection {
  return { kind: "draw", points: places.map(([x, y]) => ({ x, y })) };
}
