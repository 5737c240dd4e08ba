import { boxAround, grown, isInside, middleOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint, PicturePoint } from "../geometry/coordinates.ts";
import { canBeDrawn, circuitProblem } from "../netlist/circuit-problems.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { pictureToPage } from "../reading/prediction.ts";
import type { Problem } from "../rules/problem.ts";
import { mapPlaces, type PageWireCorrection, placesOf, type WireCorrection } from "../wires/correct/wire-correction.ts";
import type { Corrections } from "./correct-marks.ts";

/** Pixels of the picture around a place, so that it can be seen. */
const MARGIN = 15;

/** A person's corrections of wires on the clean page. */
export function wireCorrectionsOnPage(page: CleanPage, wires: readonly WireCorrection[]): PageWireCorrection[] {
  return wires.map((correction) => mapPlaces(correction, (place) => pictureToPage(page, place)));
}

/** What a person says to be of the drawing: regions, and where wires were corrected, or inputs and outputs placed. */
interface CorrectedPlaces {
  readonly places: readonly PagePoint[];
  readonly regions: readonly PageBox[];
}

export function correctedPlaces(page: CleanPage, { wires = [], predictions }: Corrections): CorrectedPlaces {
  const said = wires.filter(({ kind }) => kind !== "accept" && kind !== "include").flatMap(placesOf);
  const regions = wireCorrectionsOnPage(page, wires).flatMap((each) =>
    each.kind === "include" ? [boxAround([each.from, each.to])] : [],
  );
  const ends = predictions.filter(
    ({ by, className }) => by === "person" && (className === "input" || className === "output"),
  );
  const places = [...said, ...ends.map(({ box }) => middleOf(box))].map((place) => pictureToPage(page, place));
  return { places, regions };
}

/** The problems that no person has called the drawing's own. */
export function withoutAccepted(problems: readonly Problem[], wires: readonly WireCorrection[]): Problem[] {
  const accepted = wires.filter((correction) => correction.kind === "accept");
  return problems.filter((problem) => {
    const { code, box } = problem;
    const isHere = (at: PicturePoint | null) => at === null || box === undefined || isInside(grown(box, MARGIN), at);
    return !(canBeDrawn(problem) && accepted.some((one) => one.code === code && isHere(one.at)));
  });
}

/** A problem for each correction that does not find its place: it is kept, and a person sees where it was made. */
export function lostCorrections(wires: readonly WireCorrection[], lost: readonly number[]): Problem[] {
  return lost.flatMap((index) => {
    const correction = wires[index];
    if (correction === undefined) return [];
    const box = grown(boxAround(placesOf(correction)), MARGIN);
    return [circuitProblem("lost-correction", { kind: correction.kind }, { box })];
  });
}
