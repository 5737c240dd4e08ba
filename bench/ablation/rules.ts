/** A rule of recognition, and the one place in its code where it may be left out. */
export interface Rule {
  readonly name: string;
  /** In `core`. */
  readonly file: string;
  /** The text that is replaced there; it occurs once. */
  readonly text: string;
  /**
   * What takes its place: `$` is the text, `ON` says whether the rule counts. `ON` is only asked where the rule changes
   * something.
   */
  readonly without: string;
}

function rule(name: string, file: string, [text, without]: readonly [string, string]): Rule {
  return { name, file, text, without };
}

/** A condition that is only true if the rule counts. */
function only(text: string): [string, string] {
  return [text, "$ && ON"];
}

/** The rules of recognition, in the order of its stages. */
export const RULES: readonly Rule[] = [
  rule("light ink on a dark ground", "page/sheet/dark-on-light.ts", [
    "!hasLightStrokes(grey)) return image;",
    "!hasLightStrokes(grey) || !ON) return image;",
  ]),
  rule("coloured lines across", "page/ink/erase-ruling.ts", [
    "isErased = true;\n    const darkest",
    "if (!ON) break;\n    $",
  ]),
  rule("grey lines across", "page/ink/erase-streaks.ts", [
    "isErased = true;\n    for (const section",
    "if (!ON) break;\n    $",
  ]),
  rule("strokes of another colour", "page/ink/keep-coloured-strokes.ts", only("!isAllOver(pixels, page)")),
  rule("even strokes", "page/ink/extract-ink.ts", ["evenStrokes(ink, image)", "(ON ? $ : ink)"]),
  rule("specks", "page/ink/remove-specks.ts", [
    "if (group.length < SMALLEST || cores * 8 < group.length) continue;",
    "if ((group.length < SMALLEST || cores * 8 < group.length) && ON) continue;",
  ]),
  rule("filled gates", "page/ink/hollow-areas.ts", only("if (isCompact")),
  rule("box around the circuit", "page/ink/erase-frame.ts", only("isFrame(group, { groups, width })")),
  rule("lines of writing", "page/ink/erase-writing.ts", [
    "isNear(line, { larger, width })) continue;",
    "isNear(line, { larger, width }) || !ON) continue;",
  ]),
  rule("large gates are shrunk", "marks/look-at-page.ts", [
    "if (scale > LEAST_SHRINKING)",
    "if (scale > LEAST_SHRINKING || !ON)",
  ]),
  rule("detector at a better scale", "marks/find-marks.ts", only("> 0.15")),
  rule("large gates of the glance", "marks/find-marks.ts", [
    "if (large.length === 0) return",
    "if (large.length === 0 || !ON) return",
  ]),
  rule("gates of text ink", "marks/find-marks.ts", ["textShare(page, { gate, mask }) <= MOST_TEXT", "($ || !ON)"]),
  rule("turned crops", "marks/classify-gates.ts", [
    "const quarter = turn[extra]! > 0.8 ?",
    "const quarter = turn[extra]! > 0.8 && extra > 0 && ON ?",
  ]),
  rule("what else is on the page", "marks/drawing-alone.ts", [
    "if (kept.size === things.length) return",
    "if (kept.size === things.length || !ON) return",
  ]),
  rule("lines past all gates", "marks/drawing-alone.ts", ["reach: unit * PASSING.reach })", "$.filter(() => ON)"]),
  rule("inverters that are circles", "gates/bare-inverters.ts", [
    "if (found.length === 0) return marks;",
    "if (found.length === 0 || !ON) return marks;",
  ]),
  rule("rings of other ink", "gates/bare-inverters.ts", [
    "!(leads(first) && leads(second))",
    "!(leads(first) && leads(second) && ON)",
  ]),
  rule("circles at outputs", "gates/output-circles.ts", [
    "if (circle === null || gateClass === gate.gateClass)",
    "if (gateClass !== gate.gateClass && !ON) return gate;\n    $",
  ]),
  rule("boxes of one gate", "gates/read-gates.ts", [
    "if (!kept.some((other) => covers(other.box, gate.box)))",
    "if (!(kept.some((other) => covers(other.box, gate.box)) && ON))",
  ]),
  rule("size without circles", "gates/read-gates.ts", ["longerSide(box) > BARE_CIRCLE * others", "($ || !ON)"]),
  rule("a gate's own circle", "gates/read-gates.ts", [
    "gate === -1 || !isOwnCircle(bodies[gate]!, around)",
    "gate === -1 || !(isOwnCircle(bodies[gate]!, around) && ON)",
  ]),
  rule("gates turned by wires", "gates/turn-gates.ts", [
    "return { ...body, direction };",
    "return direction !== body.direction && ON ? { ...body, direction } : body;",
  ]),
  rule("input circles at tips", "gates/turn-gates.ts", only("across > 0.15 && across < 0.85")),
  rule("square fronts", "gates/other-symbols.ts", only("hasSquareFront(page, body)")),
  rule("pins at a gate's side", "gates/other-symbols.ts", only("hasSidePin(gate)")),
  rule("unread ink of gates", "gates/unread-ink.ts", only("pixels >= least")),
  rule("strokes of gate ink", "wires/trace/mistaken-ink.ts", ["if (isStroke ||", "if ((isStroke && ON) ||"]),
  rule("patches in wires", "wires/trace/mistaken-ink.ts", only("spanOf(patch, width) <= limit")),
  rule("holes in lines", "wires/trace/wire-ink.ts", only("if (hole.length <= limit")),
  rule("box that wires cross", "wires/trace/without-frame.ts", ["const frame = new Set", "if (!ON) continue;\n    $"]),
  rule("strokes of letters", "wires/trace/strays.ts", [
    "!isLetterStroke(part, { parts, ...surroundings })",
    "!(isLetterStroke(part, { parts, ...surroundings }) && ON)",
  ]),
  rule("short wires with names", "wires/trace/strays.ts", only("isNamedEnd(marks, at, gates.unit)")),
  rule("bridges between gates", "wires/trace/strays.ts", only("length > 0.15 * gates.unit")),
  rule("stubs at a gate's back", "wires/trace/strays.ts", only("leadsIn(ends, body)")),
  rule("outlines beside gates", "wires/trace/strays.ts", only("!marks.texts.some(({ box }) => isNear(box))")),
  rule("forked pins", "wires/trace/simplify-graph.ts", only("settings.keepEnd(nodes[end]!)")),
  rule("lines that nearly touch", "wires/decide/near-touches.ts", [
    "if (near === undefined) continue;",
    "if (near === undefined || !ON) continue;",
  ]),
  rule("slanted crossings", "wires/decide/meetings.ts", [
    "if (decision === undefined) continue;",
    "if (decision === undefined || !ON) continue;",
  ]),
  rule("hops", "wires/decide/meetings.ts", [
    "Math.max(0, least - 0.15)",
    "Math.max(0, (least < bend && !ON ? bend : least) - 0.15)",
  ]),
  rule("a line on a crossing", "wires/decide/meetings.ts", [
    "else\n      for (const [on] of straight)",
    "else if (ON)\n      for (const [on] of straight)",
  ]),
  rule("pins behind a crossed line", "wires/decide/meetings.ts", only("if (pin !== undefined")),
  rule("names behind a T", "wires/read-wires.ts", [
    "return Math.max(0, ...inReach",
    "return Math.max(0, ...(inReach.length > 0 && ON ? inReach : [])",
  ]),
  rule("clear letters behind a T", "wires/read-wires.ts", only("isClearLetter(text)")),
  rule("names of other lines", "wires/read-wires.ts", ["!isOther(text)", "!(isOther(text) && ON)"]),
  rule("rings of wire", "wires/closed-loops.ts", only("Math.min(box.width, box.height) >= LEAST_LOOP * unit")),
  rule("values at ends", "wires/pair-texts.ts", only("values.includes(text)")),
  rule("words of one name", "netlist/join-words.ts", ["if (name !== own)", "if (name !== own && ON)"]),
  rule("letters of two wires", "netlist/choose-ends.ts", only("return isInput(owner) && isAt && !meet(index, owner)")),
  rule("letters at a corner", "netlist/choose-ends.ts", [
    "[FACED, SHARED].some((limits) => leadsTo(end, text.box, { ...limits, unit: gates.unit }))",
    "leadsTo(end, text.box, { ...FACED, unit: gates.unit }) || (leadsTo(end, text.box, { ...SHARED, unit: gates.unit }) && ON)",
  ]),
  rule("letters of wires that meet", "netlist/choose-ends.ts", ["!meet(index, owner)", "!(meet(index, owner) && ON)"]),
  rule("inputs that lead on", "netlist/choose-ends.ts", only("passes(begin, end, wires))")),
  rule("outputs of one wire", "netlist/choose-ends.ts", only("named.length > 1")),
  rule("rails of complements", "netlist/choose-ends.ts", [
    "!isComplementRail(net, { driven, wires })",
    "!(isComplementRail(net, { driven, wires }) && ON)",
  ]),
  rule("outputs without letters", "netlist/choose-ends.ts", only("hasLetters && read.has(net)")),
  rule("short taps", "netlist/choose-ends.ts", [
    "!meetsOwnNet && (end.facesText ||",
    "!meetsOwnNet && ((end.facesText && (isLast || ON)) ||",
  ]),
  rule("gates without an output wire", "netlist/build-netlist.ts", [
    "if (leaves.length === 0) {",
    "if (leaves.length === 0 && silent.length > 0 && ON) {",
  ]),
  rule("circles of two strands", "netlist/build-netlist.ts", [
    ">= SURE_CIRCLE ? circled",
    ">= SURE_CIRCLE && ON ? circled",
  ]),
  rule("names of outputs", "netlist/likely-names.ts", [
    "COSTS.output * (outputs.get(name) ?? 0)",
    "(outputs.has(name) && ON ? $ : 0)",
  ]),
  rule("indices that are values", "netlist/likely-names.ts", only("if (bare !== null")),
  rule("names at one gate differ", "netlist/likely-names.ts", [
    "const atGate = gates.map",
    "const atGate = (gates.length > 0 && ON ? gates : []).map",
  ]),
  rule("each name once", "netlist/likely-names.ts", [
    "best = allDifferent(",
    "best = (ON ? allDifferent : () => null)(",
  ]),
  rule("missing names", "netlist/missing-names.ts", only("if (fitting.length === 1")),
  rule("letters in frames", "reading/read-marks.ts", only("if (letters.length > 0")),
  rule("gates that touch", "reading/read-marks.ts", [
    "const touching = touchingGates(wires);",
    "const near = touchingGates(wires);\n  const touching = near.length > 0 && ON ? near : [];",
  ]),
  rule("other gates", "reading/try-gates.ts", only("other.faults * FAULT_COST < best.faults * FAULT_COST")),
  rule("doubts without a fault", "reading/try-gates.ts", ["attempts++;", "if (isFaultless && !ON) break;\n    $"]),
  rule("inverters that may be", "reading/inverter-doubts.ts", [
    "return [...cheapest.values()];",
    "return cheapest.size > 0 && ON ? [...cheapest.values()] : [];",
  ]),
  rule("outputs that may be", "reading/possible-circuits.ts", [
    "if (last.length === 0) return [];",
    "if (last.length === 0 || !ON) return [];",
  ]),
  rule("further looks", "read-page.ts", ["const longSide = Math.round(size", "if (!ON) break;\n    $"]),
  rule("several letters", "marks/texts/text-names.ts", [
    "if (letters.length < atoms) return null;",
    "if (letters.length < atoms || !ON) return null;",
  ]),
  rule("letter with a bar on it", "marks/texts/read-texts.ts", only("(0.3 + 0.9 * nearness) > apart")),
  rule("doubtful texts", "marks/texts/read-texts.ts", only("isDoubtful(own, unit)")),
];
