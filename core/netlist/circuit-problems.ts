import type { PictureBox } from "../geometry/coordinates.ts";
import type { GateClass } from "../rules/gates.ts";
import { NO_INK, type Problem } from "../rules/problem.ts";
import type { WireCorrection } from "../wires/correct/wire-correction.ts";

/** The messages, with what each needs to know. */
const MESSAGES = {
  // The netlist as a circuit.
  "no-gates": () =>
    "No gate was found: check that the drawing is sharp and complete, and has gates in their own shapes or as boxes with &, ≥1, =1 or 1, not blocks.",
  "no-output": () => "No output was found: draw a wire from the last gate to the right and leave its end free.",
  "wrong-pin-count": ({ gateClass, count }: OfGate & { count: number }) =>
    `The ${gateClass} gate has ${inputCount(count)}, but needs ${gateClass === "NOT" ? "exactly one input" : "at least two inputs"}: check the gate and its wires.`,
  // `pins` count from 1.
  "open-input": ({ gateClass, pins }: OfGate & { pins: readonly number[] }) => {
    const one = pins.length === 1;
    const subject = one ? `Input ${pins[0]}` : `Inputs ${listOf(pins.map(String))}`;
    const rest = one ? "is open: connect it" : "are open: connect them";
    return `${subject} of the ${gateClass} gate ${rest} to a circuit input or to a gate's output.`;
  },
  "undriven-output": ({ name }: Named) =>
    `Nothing drives ${name === "" ? "an output without a name" : `the output "${name}"`}: connect it to a gate's output.`,
  // "the input A", "the output of the AND gate"
  "shorted-outputs": ({ sources }: { sources: readonly string[] }) =>
    `One wire joins ${listOf(sources)}: separate them. A wire can have only one source.`,
  // `size` is the number of gates in the loop.
  "feedback-loop": ({ gateClass, size }: OfGate & { size: number }) =>
    `The output of the ${gateClass} gate leads back to its own input${size === 1 ? "" : `, a loop of ${size} gates`}: only circuits without feedback can be read.`,
  "unnamed-input": () => "An input has no name: write a letter next to its wire.",
  "unnamed-output": () => "An output has no name: write a letter next to its wire.",
  "duplicate-output": ({ name }: Named) => `Two outputs are named "${name}": give each its own name.`,
  "unused-gate": ({ gateClass }: OfGate) =>
    `The output of the ${gateClass} gate leads nowhere: connect it, or cross the gate out.`,
  "too-many-inputs": ({ count, most }: { count: number; most: number }) =>
    `The circuit has ${count} inputs, and a truth table at most ${most}: check the letters next to its wires.`,
  "too-many-rows": ({ inputs, outputs }: { inputs: number; outputs: number }) =>
    `The truth tables of ${outputs} outputs over ${inputs} inputs are too large: check the letters next to the wires.`,
  "expression-too-long": ({ name, most }: Named & { most: number }) =>
    `The expression of "${name}" is too long to be shown (over ${most} characters, or nested too deep): use its truth table instead.`,
  // What only the ink shows: wires, letters, gates.
  "too-many-lines": () =>
    "There are too many lines to follow: lined paper, a pattern or a page of text. Draw the circuit on the template or on blank paper and hand it in again, or grade the page by hand.",
  // `count` is the number of its problems.
  "unclear-drawing": ({ count }: { count: number }) =>
    `Most of this drawing could not be read as a circuit (${count} doubts): draw it larger, alone and with a dark pen and hand it in again, or grade the page by hand.`,
  "other-symbol": () =>
    "This is not the shape of a gate (blocks, multiplexers and flip-flops are not read): correct it, or grade the page by hand.",
  "unread-gate": () => "Something here looks like a gate but was not read as one: check what it is.",
  "undriven-wire": () => "This wire has no source: check where its signal comes from.",
  "joined-inputs": () => "Two inputs are wired together: check the wires between them.",
  "loose-bubble": () => "This inversion circle does not belong to exactly one wire: check the gate's inputs.",
  "closed-loop": () =>
    "The wires form a closed ring here. Boxes other than the seven gates are not read: check what this is.",
  "extra-wire": () => "A wire ends at this gate but was not read as one of its pins: check the gate's inputs.",
  "unused-wire": () => "The wire next to this name leads to no gate: check whether it has a gap.",
  "cut-wire": () =>
    "A wire runs out of the picture: take a picture of the whole drawing, or name the wire if nothing is missing.",
  "no-output-wire": () => "No wire leaves this gate: check whether it is an output of the circuit.",
  "unlettered-input": ({ name }: Named) =>
    `No name was read next to this input, although the page has names. It was named ${name}: check it.`,
  "idle-letter": ({ letter }: { letter: string }) =>
    `The letter ${letter} names no input or output: check the wire next to it.`,
  "part-of-name": ({ name }: Named) =>
    `There is more writing next to the name ${name}, which was not read: check the name.`,
  "sequential-circuit": ({ name }: Named) =>
    `An input is named ${name}, like a flip-flop's pin: only circuits without memory can be read.`,
  // What a person placed.
  "no-wire-at-terminal": ({ kind }: { kind: "input" | "output" }) =>
    `No wire is near this ${kind}: move it to the end of the wire that it names, or remove it.`,
  "lost-correction": ({ kind }: { kind: WireCorrection["kind"] }) =>
    `${LOST[kind]} no longer finds its place here: make the correction again, or remove it.`,
};

interface OfGate {
  readonly gateClass: GateClass;
}

interface Named {
  readonly name: string;
}

export type CircuitProblemCode = keyof typeof MESSAGES;

type Details<Code extends CircuitProblemCode> =
  Parameters<(typeof MESSAGES)[Code]> extends [infer Given] ? Given : object;

/** Each problem's name in lists and filters. */
const LABELS: { readonly [Code in CircuitProblemCode]: string } = {
  "no-gates": "No gate found",
  "no-output": "No output found",
  "wrong-pin-count": "Gate with a wrong number of inputs",
  "open-input": "Open input",
  "undriven-output": "Output without a source",
  "shorted-outputs": "Outputs wired together",
  "feedback-loop": "Feedback loop",
  "unnamed-input": "Input without a name",
  "unnamed-output": "Output without a name",
  "duplicate-output": "Two outputs with one name",
  "unused-gate": "Unused gate",
  "too-many-inputs": "Too many inputs",
  "too-many-rows": "Truth tables too large",
  "expression-too-long": "Expression too long",
  "too-many-lines": "Too many lines",
  "unclear-drawing": "Unclear drawing",
  "other-symbol": "Other symbol than a gate",
  "unread-gate": "Perhaps a gate",
  "undriven-wire": "Wire without a source",
  "joined-inputs": "Inputs wired together",
  "loose-bubble": "Inversion circle without a wire",
  "closed-loop": "Closed ring of wires",
  "extra-wire": "Extra wire at a gate",
  "unused-wire": "Wire to no gate",
  "cut-wire": "Wire that runs out of the picture",
  "no-output-wire": "Gate without an output wire",
  "unlettered-input": "Input without a letter",
  "idle-letter": "Letter without a wire",
  "part-of-name": "Name read in part",
  "sequential-circuit": "Circuit with memory",
  "no-wire-at-terminal": "Input or output without a wire",
  "lost-correction": "Correction without a place",
};

const LOST: Readonly<Record<WireCorrection["kind"], string>> = {
  join: "A connection that you made",
  cut: "A cut that you made",
  meeting: "What you said about a crossing",
  erase: "What you erased",
  draw: "A wire that you drew",
  attach: "A wire that you led to a gate",
  invert: "An inversion that you changed",
  include: "What you had read",
  accept: "A problem that you settled",
};

/** A person cannot settle these by saying that the page is drawn so: they are not about the drawing. */
const NOT_DRAWN: ReadonlySet<string> = new Set<CircuitProblemCode>([
  "too-many-inputs",
  "too-many-rows",
  "expression-too-long",
  "too-many-lines",
  "unclear-drawing",
  "no-wire-at-terminal",
  "lost-correction",
]);

/**
 * Signs that something outside the circuit was misread, or was drawn and not needed. Where the circuit computes just what
 * the keys ask for, they do not speak against it.
 */
const OUTSIDE_THE_CIRCUIT: ReadonlySet<string> = new Set<CircuitProblemCode>([
  "unlettered-input",
  "idle-letter",
  "unused-gate",
  "unread-gate",
  "unused-wire",
  "cut-wire",
]);

/** Doubts about a wire's end or its name: an input or output that a person places or removes there settles them. */
const SETTLED_BY_TERMINAL: ReadonlySet<string> = new Set<CircuitProblemCode>([
  "undriven-wire",
  "unused-wire",
  "cut-wire",
  "no-output-wire",
  "unlettered-input",
  "idle-letter",
  "part-of-name",
  "sequential-circuit",
]);

/**
 * A problem of a drawn circuit. Each code and its text exist only here.
 *
 * @example
 * circuitProblem("duplicate-output", { name: "Y" });
 * // { code: "duplicate-output", message: 'Two outputs are named "Y": give each its own name.' }
 */
export function circuitProblem<Code extends CircuitProblemCode>(
  code: Code,
  details: Details<Code>,
  { box }: { readonly box?: PictureBox | undefined } = {},
): Problem {
  return { code, message: (MESSAGES[code] as (details: Details<Code>) => string)(details), ...(box && { box }) };
}

/**
 * A problem's name in a list; undefined for a code that is not a circuit's.
 *
 * @example
 * circuitProblemLabel("loose-bubble"); // "Inversion circle without a wire"
 */
export function circuitProblemLabel(code: string): string | undefined {
  return Object.hasOwn(LABELS, code) ? LABELS[code as CircuitProblemCode] : undefined;
}

/** Problems that are not about a circuit, with a sentence of advice for the student after the fact. */
const ADVISED: ReadonlySet<string> = new Set([NO_INK, "other-task"]);

/**
 * What is wrong, without the advice for the person who drew it; other problems that are not about a circuit keep their
 * words.
 *
 * @example
 * problemFact(circuitProblem("undriven-wire", {})); // "This wire has no source."
 */
export function problemFact({ code, message }: Pick<Problem, "code" | "message">): string {
  if (ADVISED.has(code)) return message.replace(/\. .*$/s, ".");
  if (!(code in MESSAGES)) return message;
  const [fact = ""] = message.split(": ");
  return fact === message ? message : `${fact}.`;
}

/** Whether a circuit with this problem may be right all the same, if it computes what the keys ask for. */
export function isOutsideTheCircuit({ code }: Pick<Problem, "code">): boolean {
  return OUTSIDE_THE_CIRCUIT.has(code);
}

/** Whether a person's input or output at the problem's place settles it. */
export function isSettledByTerminal({ code }: Problem): boolean {
  return SETTLED_BY_TERMINAL.has(code);
}

/** Whether a person may say that the problem is the drawing's own. */
export function canBeDrawn({ code }: Pick<Problem, "code">): boolean {
  return !NOT_DRAWN.has(code);
}

function inputCount(count: number): string {
  if (count === 0) return "no input";
  return count === 1 ? "one input" : `${count} inputs`;
}

function listOf(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}
