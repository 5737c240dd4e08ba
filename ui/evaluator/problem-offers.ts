import { isAt, isInside, isSameBox, middleOf, nearestInBox, overlaps } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../core/geometry/distances.ts";
import { type CircuitProblemCode, canBeDrawn } from "../../core/netlist/circuit-problems.ts";
import type { Netlist } from "../../core/netlist/netlist.ts";
import { isGateClass } from "../../core/rules/gates.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { placesOf, type WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import type { CommandId } from "./commands.ts";
import { isTerminal, type Scene, type ScenePrediction } from "./scene.ts";
import type { ViewAction } from "./view-state.ts";
import { nearestOnWires } from "./wire-places.ts";

/** A change that would settle a problem, or the tool or window for it. */
export type Offer = { readonly label: string } & (
  | { readonly does: "correct"; readonly correction: WireCorrection }
  | { readonly does: "take-back"; readonly index: number }
  | { readonly does: "remove-box"; readonly id: string }
  | { readonly does: "run"; readonly command: CommandId }
  /** A person goes on from what is shown then. */
  | { readonly does: "show"; readonly view: ViewAction }
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
  const find: ((place: Place) => Offer[]) | undefined = OFFERS[problem.code as CircuitProblemCode];
  const offers = find?.(new Place(problem, page)) ?? [];
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
      .map((at) => ({ at, pin: nearestInBox(box, at) }))
      .filter(({ at, pin }) => distanceBetween(at, pin) <= reach)
      .sort((a, b) => distanceBetween(a.at, a.pin) - distanceBetween(b.at, b.pin));
    const lead = wireFrom("Lead a wire here", { x: box.x, y: middleOf(box).y });
    if (!end) return [lead];
    const correction = { kind: "attach", end: end.at, pin: end.pin, role: "input" } as const;
    return [{ label: "Join the nearest wire", does: "correct", correction }, lead];
  }

  /** A wire is led from the gate's output. */
  wireFromGate(): Offer[] {
    const { box } = this;
    return box ? [wireFrom("Lead a wire from here", { x: box.x + box.width, y: middleOf(box).y })] : [];
  }

  wireFromHere(): Offer[] {
    return this.box ? [wireFrom("Lead a wire from here", middleOf(this.box))] : [];
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
    const wiresAt = nearestOnWires(this.#page.scene, place)?.at ?? place;
    return [{ label, does: "show", view: { type: "tool", tool: "wire", wiresAt } }];
  }

  /** The input or output here gets a name; if there is none, one is put here. */
  name(label: string): Offer[] {
    const { box } = this;
    const open = this.edit(label, isTerminal);
    return open.length > 0 || !box ? open : [{ label, does: "show", view: { type: "ask", box, asks: "name" } }];
  }

  /** The input that is read with the least certainty: its letter is the likeliest to be wrong. */
  leastSureInput(): Offer[] {
    const inputs = this.#page.scene.predictions.filter(({ class_name }) => class_name === "input");
    const [id] = inputs.sort((a, b) => a.confidence - b.confidence).map((each) => each.id);
    return id === undefined ? [] : [{ label: "Check an input's letter", ...showBox(id) }];
  }

  edit(label: string, isWanted: (prediction: ScenePrediction) => boolean): Offer[] {
    const found = this.#box(isWanted);
    return found ? [{ label, ...showBox(found.id) }] : [];
  }

  remove(label: string, isWanted: (prediction: ScenePrediction) => boolean): Offer[] {
    const found = this.#box(isWanted);
    return found ? [{ label, does: "remove-box", id: found.id }] : [];
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

const ERASE: Offer = { label: "Erase lines", does: "show", view: { type: "tool", tool: "erase" } };
const BY_HAND: Offer = { label: "Grade it by hand", does: "run", command: "grade" };

const OFFERS: { readonly [Code in CircuitProblemCode]: (place: Place) => Offer[] } = {
  "no-gates": () => [add("Add a gate", null)],
  "no-output": () => [add("Add an output", "output")],
  "wrong-pin-count": (place) => [...place.wireToGate(), ...place.edit("Change the gate", isGate)],
  "open-input": (place) => place.wireToGate(),
  "undriven-output": (place) => [...place.wireFromHere(), ...place.remove("Remove the output", isTerminal)],
  "shorted-outputs": (place) => place.takeApart(),
  "feedback-loop": (place) => place.takeApart(),
  "unnamed-input": (place) => place.name("Name it"),
  "unnamed-output": (place) => place.name("Name it"),
  "duplicate-output": (place) => place.name("Rename it"),
  "unused-gate": (place) => [...place.wireFromGate(), ...place.remove("Remove the gate", isGate)],
  "too-many-inputs": (place) => [...place.leastSureInput(), ERASE, BY_HAND],
  "too-many-rows": (place) => [...place.leastSureInput(), ERASE, BY_HAND],
  "expression-too-long": () => [{ label: "Compare the tables", does: "run", command: "compare" }, BY_HAND],
  "too-many-lines": () => [ERASE, BY_HAND],
  "unclear-drawing": () => [add("Add a gate", null), ERASE, BY_HAND],
  "other-symbol": (place) => [
    ...place.edit("Change the gate", isGate),
    ...place.remove("Remove the gate", isGate),
    BY_HAND,
  ],
  "unread-gate": () => [add("Add a gate", null)],
  "undriven-wire": (place) => [...place.wiresHere("Correct the wire"), ...place.name("Name an input here")],
  "joined-inputs": (place) => place.takeApart(),
  "loose-bubble": (place) => place.wiresHere("Correct the inversion"),
  "closed-loop": (place) => place.wiresHere("Cut the wire here"),
  "extra-wire": (place) => place.wireToGate(),
  "unused-wire": (place) => [...place.wireFromHere(), ...place.remove("Remove the name", isTerminal)],
  "cut-wire": (place) => [...place.name("Name it"), BY_HAND],
  "no-output-wire": (place) => place.wireFromGate(),
  "unlettered-input": (place) => [...place.name("Name it"), ...place.remove("Remove the input", isTerminal)],
  "idle-letter": (place) => place.name("Name an input or output"),
  "part-of-name": (place) => place.name("Rename it"),
  "sequential-circuit": (place) => place.name("Rename it"),
  "no-wire-at-terminal": (place) => [...place.wireFromHere(), ...place.remove("Remove it", isTerminal)],
  "lost-correction": (place) => place.takeBack(),
};

/** A wire is led from here: a person shows where to. */
function wireFrom(label: string, from: PicturePoint): Offer {
  return { label, does: "show", view: { type: "tool", tool: "wire", from } };
}

function showBox(id: string): { readonly does: "show"; readonly view: ViewAction } {
  return { does: "show", view: { type: "select", id, edit: true } };
}

function add(label: string, palette: PredictionClass | null): Offer {
  return { label, does: "show", view: { type: "tool", tool: "add", palette } };
}

function isGate({ class_name }: ScenePrediction): boolean {
  return isGateClass(class_name);
}
