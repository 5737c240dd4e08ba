import { isAt, isInside, isSameBox, middleOf, overlaps } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../core/geometry/distances.ts";
import { type CircuitProblemCode, canBeDrawn } from "../../core/netlist/circuit-problems.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";
import { isGateClass } from "../../core/reading/prediction.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { placesOf, type WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import type { Scene, ScenePrediction } from "./scene.ts";

/** A change that would settle a problem, or the tool for it with the place chosen. */
export type Offer = { readonly label: string } & (
  | { readonly does: "correct"; readonly correction: WireCorrection }
  | { readonly does: "take-back"; readonly index: number }
  | { readonly does: "edit-box"; readonly id: string }
  | { readonly does: "remove-box"; readonly id: string }
  | { readonly does: "name"; readonly box: PictureBox }
  /** A wire is led from here: a person shows where to. */
  | { readonly does: "lead"; readonly from: PicturePoint }
  | { readonly does: "wires"; readonly at: PicturePoint }
  | { readonly does: "add"; readonly className: PredictionClass | null }
);

export interface OfferedPage {
  readonly scene: Scene;
  readonly netlist: Netlist | null;
  readonly corrections: readonly WireCorrection[];
}

/** A wire that ends this near to a gate, in the gate's longer sides, may belong to it. */
const GAP = 1;
/** A point is on a wire within this share of the picture's longer side. */
const ON_WIRE = 1 / 150;

/** The changes that would settle a problem, the likeliest first; the last says that the page is drawn like this. */
export function problemOffers(problem: Problem, page: OfferedPage): Offer[] {
  const find = OFFERS[problem.code as CircuitProblemCode];
  const offers = find === undefined ? [] : find(new Place(problem, page));
  if (!canBeDrawn(problem)) return offers;
  const at = problem.box === undefined ? null : middleOf(problem.box);
  return [...offers, { label: "Drawn like this", does: "correct", correction: accept(problem.code, at) }];
}

function accept(code: string, at: PicturePoint | null): WireCorrection {
  return { kind: "accept", code, at };
}

class Place {
  readonly box: PictureBox | undefined;
  readonly #page: OfferedPage;

  constructor({ box }: Problem, page: OfferedPage) {
    this.box = box;
    this.#page = page;
  }

  /** A wire that ends near the gate and leads to none of its pins goes to it; otherwise a person leads one. */
  wireToGate(): Offer[] {
    const { box } = this;
    if (!box) return [];
    const own = this.#gate();
    const taken = [own?.output, ...(own?.inputs.map(({ net }) => net) ?? [])];
    const reach = GAP * Math.max(box.width, box.height);
    const [end] = this.#page.scene.wires
      .filter(({ net }) => net === null || !taken.includes(net))
      .flatMap(({ lines }) => lines.flatMap((line) => [line[0]!, line.at(-1)!]))
      .map((at) => ({ at, pin: within(box, at) }))
      .filter(({ at, pin }) => distanceBetween(at, pin) <= reach)
      .sort((a, b) => distanceBetween(a.at, a.pin) - distanceBetween(b.at, b.pin));
    const lead: Offer = { label: "Lead a wire here", does: "lead", from: { x: box.x, y: box.y + box.height / 2 } };
    if (!end) return [lead];
    const correction = { kind: "attach", end: end.at, pin: end.pin, role: "input" } as const;
    return [{ label: "Join the nearest wire", does: "correct", correction }, lead];
  }

  /** A wire is led from the gate's output. */
  wireFromGate(): Offer[] {
    const { box } = this;
    if (!box) return [];
    return [
      { label: "Lead a wire from here", does: "lead", from: { x: box.x + box.width, y: box.y + box.height / 2 } },
    ];
  }

  wireFromHere(): Offer[] {
    return this.box ? [{ label: "Lead a wire from here", does: "lead", from: middleOf(this.box) }] : [];
  }

  /** The only junction of the wire is said to be a crossing; of several, a person chooses. */
  takeApart(): Offer[] {
    const { scene } = this.#page;
    const net = this.#gate()?.output;
    const lines = scene.wires.filter((wire) => net === undefined || wire.net === net).flatMap((wire) => wire.lines);
    const near = ON_WIRE * Math.max(scene.size.width, scene.size.height);
    const joints = scene.predictions
      .filter(({ class_name }) => class_name === "junction")
      .map((joint) => middleOf(joint))
      .filter((at) => lines.some((line) => nearestOnLine(line, at).distance <= near))
      .filter((at) => net !== undefined || (this.box !== undefined && isInside(this.box, at)));
    const [only, ...others] = joints;
    if (only === undefined) return this.wiresHere("Cut the wire here");
    if (others.length > 0) return this.wiresHere("Cut the wire here", only);
    const correction = { kind: "meeting", at: only, as: "crosses" } as const;
    return [
      { label: "Let the wires cross", does: "correct", correction },
      ...this.wiresHere("Cut the wire here", only),
    ];
  }

  /** The window at the wire's place that is nearest to the problem's. */
  wiresHere(label: string, place: PicturePoint | undefined = this.box && middleOf(this.box)): Offer[] {
    if (!place) return [];
    const lines = this.#page.scene.wires.flatMap((wire) => wire.lines);
    const [nearest] = lines.map((line) => nearestOnLine(line, place)).sort((a, b) => a.distance - b.distance);
    return [{ label, does: "wires", at: nearest?.at ?? place }];
  }

  /** The input or output here gets a name; if there is none, one is put here. */
  name(label: string): Offer[] {
    const terminal = this.#box(isTerminal);
    if (terminal) return [{ label, does: "edit-box", id: terminal.id }];
    return this.box ? [{ label, does: "name", box: this.box }] : [];
  }

  removeTerminal(label: string): Offer[] {
    const terminal = this.#box(isTerminal);
    return terminal ? [{ label, does: "remove-box", id: terminal.id }] : [];
  }

  changeGate(): Offer[] {
    const gate = this.#box(({ class_name }) => isGateClass(class_name));
    return gate ? [{ label: "Change the gate", does: "edit-box", id: gate.id }] : [];
  }

  removeGate(): Offer[] {
    const gate = this.#box(({ class_name }) => isGateClass(class_name));
    return gate ? [{ label: "Remove the gate", does: "remove-box", id: gate.id }] : [];
  }

  takeBack(): Offer[] {
    const { box } = this;
    const index = this.#page.corrections.findIndex((correction) => {
      const places = placesOf(correction);
      return box !== undefined && places.length > 0 && places.every((at) => isInside(box, at));
    });
    return index === -1 ? [] : [{ label: "Take it back", does: "take-back", index }];
  }

  #gate() {
    const { box } = this;
    return box && this.#page.netlist?.gates.find((gate) => gate.box && isSameBox(gate.box, box));
  }

  #box(isWanted: (prediction: ScenePrediction) => boolean): ScenePrediction | undefined {
    const { box } = this;
    if (!box) return undefined;
    const here = this.#page.scene.predictions.filter((each) => isWanted(each) && overlaps(each, box));
    return here.find((each) => isAt(each, box)) ?? here[0];
  }
}

const OFFERS: { readonly [Code in CircuitProblemCode]?: (place: Place) => Offer[] } = {
  "no-gates": () => [{ label: "Add a gate", does: "add", className: null }],
  "no-output": () => [{ label: "Add an output", does: "add", className: "output" }],
  "wrong-pin-count": (place) => [...place.wireToGate(), ...place.changeGate()],
  "open-input": (place) => place.wireToGate(),
  "undriven-output": (place) => [...place.wireFromHere(), ...place.removeTerminal("Remove the output")],
  "shorted-outputs": (place) => place.takeApart(),
  "feedback-loop": (place) => place.takeApart(),
  "unnamed-input": (place) => place.name("Name it"),
  "unnamed-output": (place) => place.name("Name it"),
  "duplicate-output": (place) => place.name("Rename it"),
  "unused-gate": (place) => [...place.wireFromGate(), ...place.removeGate()],
  "unread-gate": () => [{ label: "Add a gate", does: "add", className: null }],
  "undriven-wire": (place) => [...place.wiresHere("Correct the wire"), ...place.name("Name an input here")],
  "joined-inputs": (place) => place.takeApart(),
  "loose-bubble": (place) => place.wiresHere("Correct the inversion", place.box && middleOf(place.box)),
  "closed-loop": (place) => place.wiresHere("Cut the wire here"),
  "extra-wire": (place) => place.wireToGate(),
  "unused-wire": (place) => [...place.wireFromHere(), ...place.removeTerminal("Remove the name")],
  "no-output-wire": (place) => place.wireFromGate(),
  "unlettered-input": (place) => [...place.name("Name it"), ...place.removeTerminal("Remove the input")],
  "idle-letter": (place) => place.name("Name an input or output"),
  "sequential-circuit": (place) => place.name("Rename it"),
  "no-wire-at-terminal": (place) => [...place.wireFromHere(), ...place.removeTerminal("Remove it")],
  "lost-correction": (place) => place.takeBack(),
};

function isTerminal({ class_name }: ScenePrediction): boolean {
  return class_name === "input" || class_name === "output";
}

/** The point of a box nearest to a place. */
function within({ x, y, width, height }: PictureBox, at: PicturePoint): PicturePoint {
  return { x: Math.min(Math.max(at.x, x), x + width), y: Math.min(Math.max(at.y, y), y + height) };
}
