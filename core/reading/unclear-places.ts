import { intersectionOverUnion, overlaps } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { CircuitProblemCode } from "../netlist/circuit-problems.ts";
import type { UnclearKind } from "../rules/unclear-kind.ts";
import { differencesOf } from "../verdict/choice-text.ts";
import type { PageLook } from "../verdict/evidence.ts";
import { functionText } from "../verdict/join-looks.ts";
import { likelyReadings } from "../verdict/likely-readings.ts";
import type { PageReading } from "./page-reading.ts";

/** A place of a page that cannot be read for certain, in pixels of the upright original picture. */
export interface UnclearPlace {
  readonly kind: UnclearKind;
  readonly box: PictureBox;
}

/** What a student sees of a page's legibility. */
export interface Legibility {
  /** Nothing that could be a circuit was read. */
  readonly isEmpty: boolean;
  readonly places: readonly UnclearPlace[];
}

/** What of a reading says how legible its page is; a `PageReading` has it. */
type Evidence = Pick<PageReading, "problems" | "looks" | "confidence">;

/**
 * A reading with this confidence names no places but its faults. Chosen on pages of drafters whom no network knows
 * (models/README.md, "Legibility").
 */
const CLEAR = 0.82;

/** A doubtful page's place is named if this share of all its readings compute something else and differ there. */
const LEAST_SHARE = 0.1;

/** Readings with a smaller share are not compared: all of them together take more time than they say. */
const LEAST_READING = 0.003;

/** The most places of a page. */
const MOST_PLACES = 3;

/** Two readings' boxes of one place have more than this intersection over union. */
const SAME_PLACE = 0.5;

/** Problems that a right reading seldom has, and what is not clear there. */
const FAULTS: { readonly [Code in CircuitProblemCode]?: UnclearKind } = {
  "wrong-pin-count": "wire",
  "open-input": "wire",
  "undriven-output": "wire",
  "shorted-outputs": "meeting",
  "feedback-loop": "meeting",
  "duplicate-output": "letter",
  "unused-gate": "wire",
  "undriven-wire": "wire",
  "joined-inputs": "meeting",
  "loose-bubble": "inversion",
  "other-symbol": "gate",
  "closed-loop": "gate",
  "extra-wire": "wire",
  "unused-wire": "wire",
  "cut-wire": "wire",
  "no-output-wire": "wire",
  "idle-letter": "letter",
  "part-of-name": "letter",
};

/**
 * Where a page leaves open what was drawn: the faults of its circuit and, if the reading is doubtful, where the readings
 * of other functions differ from it, the likeliest places first. The keys have no part in it: the places say nothing
 * about the answer.
 */
export function unclearPlaces({ problems, looks, confidence }: Evidence): UnclearPlace[] {
  const faults = problems.flatMap(({ code, box }): UnclearPlace[] => {
    const kind = FAULTS[code as CircuitProblemCode];
    return kind && box ? [{ kind, box }] : [];
  });
  const places: UnclearPlace[] = [];
  for (const place of [...faults, ...((confidence ?? 1) < CLEAR ? doubtfulPlaces(looks) : [])]) {
    if (!places.some(({ box }) => overlaps(box, place.box))) places.push(place);
  }
  return places.slice(0, MOST_PLACES);
}

function doubtfulPlaces(looks: readonly PageLook[]): UnclearPlace[] {
  const asRead = looks[0]?.circuits[0];
  if (asRead === undefined) return [];
  const own = functionText(asRead.netlist);
  const found: { readonly place: UnclearPlace; share: number }[] = [];
  for (const reading of likelyReadings(looks)) {
    if (reading.share < LEAST_READING) break;
    if (functionText(reading.netlist) === own) continue;
    const differing = new Set<(typeof found)[number]>();
    for (const { kind, box } of differencesOf(reading, looks)) {
      if (box === undefined) continue;
      let here = found.find(({ place }) => place.kind === kind && intersectionOverUnion(place.box, box) > SAME_PLACE);
      if (here === undefined) {
        here = { place: { kind, box }, share: 0 };
        found.push(here);
      }
      differing.add(here);
    }
    for (const each of differing) each.share += reading.share;
  }
  return found
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .map(({ place }) => place);
}

/** How legible a page is, by a reading without keys and without a person's corrections. */
export function legibilityOf({
  gates,
  outputs,
  ...evidence
}: Evidence & Pick<PageReading, "gates" | "outputs">): Legibility {
  return { isEmpty: gates.length + outputs.length === 0, places: unclearPlaces(evidence) };
}
