import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import type { GateMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { type GateBody, type Gates, inGate, placeInGate } from "./read-gates.ts";

/** Ink at or above this counts as drawn. */
const DRAWN = 96;

/**
 * A box has ink this near to both front corners, in its shorter sides: drawn boxes have up to .13 here, ANDs .155 and more
 * if no wire passes there.
 */
const AT_CORNER = 0.15;

/**
 * The detector is less sure of a box than of an AND: mostly .37 to .51 in a circuit and up to .83 apart from one, of ANDs
 * .8 and more.
 */
const SURE = { inCircuit: 0.6, apart: 0.85 } as const;

/** A pin is at a gate's side if it is this far from the back, and this near to the side, as shares of the gate. */
const AT_SIDE = { along: 0.33, across: 0.12 } as const;

/** Gates, and where wires lead to them. */
interface WiredGates {
  readonly gates: Pick<Gates, "bodies">;
  readonly pins: readonly { readonly gate: number; readonly role: "input" | "output"; readonly at: PagePoint }[];
}

/**
 * What was read as gates and is something else: an AND with square corners, as blocks have them, and a
 * gate with an input at its side, as multiplexers have them.
 */
export function otherSymbols(page: CleanPage, { gates: { bodies }, pins }: WiredGates): PageBox[] {
  const hasSidePin = (gate: number) =>
    pins.some((pin) => pin.gate === gate && pin.role === "input" && isAtSide(bodies[gate]!, pin.at));
  return bodies
    .filter((body, gate) => {
      if (body.isBox) return false;
      if (body.gateClass === "AND" && body.confidence < SURE.inCircuit && hasSquareFront(page, body)) return true;
      return body.gateClass !== "NOT" && hasSidePin(gate);
    })
    .map(({ box }) => box);
}

/** What was read as ANDs and may be blocks, with their square corners: they are if nothing joins them to a circuit. */
export function blocksOf(page: CleanPage, gates: readonly GateMark[]): Set<GateMark> {
  const isLikeBlock = ({ gateClass, isBox, confidence }: GateMark) =>
    gateClass === "AND" && !isBox && confidence < SURE.apart;
  return new Set(gates.filter((gate) => isLikeBlock(gate) && hasSquareFront(page, gate)));
}

function hasSquareFront(page: CleanPage, body: Pick<GateMark, "box" | "direction">): boolean {
  const reach = AT_CORNER * Math.min(body.box.width, body.box.height);
  return [0, 1].every((across) => hasInk(page, placeInGate(body, { along: 1, across }), reach));
}

function hasInk({ width, height, ink }: CleanPage, at: PagePoint, reach: number): boolean {
  for (let y = Math.max(0, Math.ceil(at.y - reach)); y <= Math.min(height - 1, at.y + reach); y++) {
    for (let x = Math.max(0, Math.ceil(at.x - reach)); x <= Math.min(width - 1, at.x + reach); x++) {
      if (ink[y * width + x]! >= DRAWN && distanceBetween(at, { x, y } as PagePoint) <= reach) return true;
    }
  }
  return false;
}

function isAtSide(body: GateBody, at: PagePoint): boolean {
  const { along, across } = inGate(body, at);
  return along > AT_SIDE.along && Math.min(across, 1 - across) < AT_SIDE.across;
}
