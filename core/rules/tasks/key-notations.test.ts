import { describe, expect, it } from "vitest";
import { itemFunction, wantedBit } from "../../grade/item-function.ts";
import { checkKeyExpression } from "./answer-keys.ts";

/** The rows of what a key is saved as, over its own variables; null for a key that is refused. */
function rowsOf(text: string, names?: readonly string[]): string | null {
  const check = checkKeyExpression(text, names);
  if (!check.ok) return null;
  const { variables, wanted } = itemFunction([check.saved]);
  return Array.from({ length: 2 ** variables.length }, (_, row) => wantedBit(wanted[0]!, row)).join("");
}

const table = (...lines: string[]) => lines.join("\n").replaceAll(" ", "\t");

/** Where instructors copy keys from: each text has one meaning, whose rows (00 … first) are behind it. */
const WAYS: Readonly<Record<string, readonly (readonly [text: string, rows: string, names?: string])[]>> = {
  LaTeX: [
    ["$\\overline{A}\\cdot B$", "0100"],
    ["\\(A \\oplus B\\)", "0110"],
    ["\\bar{A}B + A\\bar{B}", "0110"],
    ["F = \\overline{A + B}", "1000"],
    ["\\mathrm{F} = A\\,B", "0001"],
    ["\\left(A + B\\right) \\cdot C", "00010101"],
    ["\\neg A \\land B", "0100"],
    ["\\lnot (A \\lor B)", "1000"],
    ["\\sim A \\vee B", "1101"],
    ["A^\\prime B + A B^{\\prime}", "0110"],
    ["A \\text{ AND } B", "0001"],
    ["\\operatorname{NAND}(A, B)", "1110"],
    ["A \\uparrow B", "1110"],
    ["A \\odot B", "1001"],
    ["\\overline{\\overline{A}\\,B}", "1011"],
    ["\\overline{S_{1}}S_{0}", "0100", "S1 S0"],
    ["A B + C_{in}(A \\oplus B)", "00010111", "A B Cin"],
    ["F(A,B) = \\sum m(1,2) + \\sum d(3)", "011X"],
    ["\\prod_{M}(0,3)", "0110"],
    ["\\begin{align} F &= \\overline{A}B + C \\\\ \\end{align}", "01110101"],
    ["A\\ \\textrm{XOR}\\ B", "0110"],
    ["A\\oplus{}B", "0110"],
    ["$A$ XOR $B$", "0110"],
    ["\\bar{x}_1x_2", "0100", "x1 x2"],
    ["\\overline{C}_{\\text{in}} A", "0010", "A Cin"],
    ["\\overline{A} B \\tag{1}", "0100"],
    ["F = $A$ + $\\overline{B}$", "1011"],
    ["{\\displaystyle F(A,B)=\\sum m(1,2)}", "0110"],
    ["\\sum_{}(1,2)", "0110"],
    ["{\\displaystyle {\\overline {A}}\\cdot B}", "0100"],
    ["A \\equiv B", "1001"],
    ["A \\oplus ~B", "1001"],
    ["\\begin{aligned} F &= A\\bar{B} \\\\ &+ \\bar{A}B \\end{aligned}", "0110"],
    ["\\begin{align*}\nF &= A\\overline{B} + \\\\\n& \\overline{A}B\n\\end{align*}", "0110"],
    ["F = \\sum\\limits_{A,B} m(1,2)", "0110"],
    ["\\overbar{A}B", "0100"],
    ["\\boxed{F = A\\overline{B}}", "0010"],
    ["$\\boxed{\\overline{\\rm A}B}$", "0100"],
    ["A\\hspace{2mm}\\bar{B} \\tag*{(2)}", "0010"],
  ],
  "typed without the signs": [
    ["A iff B", "1001"],
    ["00: 0\n01: 1\n10: 1\n11: 0", "0110"],
    ["[0, 0] -> False\n[0, 1] -> True\n[1, 0] -> True\n[1, 1] -> True", "0111"],
    ["A (+) B", "0110"],
    ["A(+)B(+)C", "01101001"],
    ["A (.) B", "1001"],
    ["x1 x2' + x3", "01011101"],
    ["f = x_1 \\bar{x}_2", "0010"],
  ],
  "hardware languages": [
    ["F <= A and not B;", "0010"],
    ["F <= (A and B) or (not C);", "10101011"],
    ["assign F = (A & ~B) | (~A & B);", "0110"],
    ["assign Y = ~(A | B);", "1000"],
    ["y = a & ~b;", "0010"],
    ["F <= A nand B; -- the carry", "1110"],
    ["assign Y = A | B; // either", "0111"],
    ["A ~^ B", "1001"],
    ["wire F = A ^ B;", "0110"],
    ["Q <= D[1] and not D[0];", "0010", "D[1] D[0]"],
    ["/A * B + A * /B", "0110"],
    ["and g1(F, A, B);", "0001"],
    ["and (F, A, B);", "0001"],
    ["nand #5 g2 (Y, A, B, C);", "11111110"],
    ["not n1(F, A);", "10"],
    ["buf (G, A);", "01"],
    ["always_comb F = A & ~B;", "0010"],
    ["assign #5 F = A & B;", "0001"],
    ["assign #(2,3) F = A | B;", "0111"],
    ["F = /A :+: B", "1001"],
    ["F = A :*: B", "1001"],
    ["-- the sum\n-- of two bits\nF <= A xor B;", "0110"],
    ["/* sum */ F = A ^ B; /* no carry */", "0110"],
    ["!A & B # A & !B", "0110"],
    ["F <= A and (not B) after 2.5 ns;", "0010"],
    ["xor #(2, 3) g1 (F, A, B);", "0110"],
    ["always @(*) F = A & ~B;", "0010"],
    ["F = (A&!B)\n | (!A&B);", "0110"],
  ],
  "programs and calculators": [
    ["!A && B || C", "01110101"],
    ["not (A and B)", "1110"],
    ["!(A || B)", "1000"],
    ["A*!B", "0010"],
    ["A &and &not B", "0010"],
    ["A .AND. .NOT. B", "0010"],
    [".NOT.A.OR.B", "1101"],
    ["&not(A &or B) &xor C", "10010101"],
    ["And[A, Or[B, C]]", "00000111"],
    ["Or(And(A, Not(B)), C)", "01011101"],
    ["=AND(A,OR(B,NOT(C)))", "00001011"],
    ["=XOR(A;B)", "0110"],
    ["=ODER(UND(A;NICHT(B));XODER(A;B))", "0110"],
    ["=OU(ET(A;NON(B));B)", "0111"],
    ["A UND NICHT B", "0010"],
    ["ET & A", "0001", "ET A"],
    ["~A B + A ~B", "0110"],
    ["a ^ b ^ cin", "01101001", "a b cin"],
    ["Equivalent[A, B]", "1001"],
    ["Or(Equivalent(A, B), C)", "11010111"],
  ],
  "Unicode signs": [
    ["¬A ∧ B", "0100"],
    ["A ∨ ¬B", "1011"],
    ["A ⊕ B ⊕ C", "01101001"],
    ["A ⊙ B", "1001"],
    ["A ⊼ B", "1110"],
    ["A ⊽ B", "1000"],
    ["A ↓ B", "1000"],
    ["A ⇔ B", "1001"],
    ["A̅ B + A B̅", "0110"],
    ["Ā·B̄", "1000"],
    ["S̅1 S0", "0100", "S1 S0"],
    ["x̄y + z", "01110101", "x y z"],
    ["Ａ ＋ Ｂ", "0111"],
    ["𝐴∙𝐵 + 𝐶", "01010111"],
    ["A ≡ B", "1001"],
    ["A <-> B", "1001"],
    ["A <=> B", "1001"],
    ["~A /\\ B \\/ C", "01110101"],
  ],
  "printed pages": [
    ["AB̅ + C", "01011101"],
    // As Word copies A̅B + AB̅ and an overline over brackets.
    ["A \u0305B + AB \u0305", "0110"],
    ["(A+B) \u0305", "1000"],
    ["(A + B)\u0305C", "01000000"],
    ["S1 \u0305 S0", "0100", "S1 S0"],
    ["АВ + С", "01010111"],
    ["Α'Β", "0100"],
    ["A´B + AB´", "0110"],
    ["A′B + AB′", "0110"],
    ["A’B + AB’", "0110"],
    ["A`B", "0100"],
    ["AʹB", "0100"],
    ["A\u200B·\u2009B", "0001"],
    ["A\u2062B", "0001"],
    ["1) A'B + AB'", "0110"],
    ["0. F = A + B", "0111"],
    ["(b) A + C", "0111"],
    ["• A + B", "0111"],
    ["(0) + A", "01"],
    ["F ← A·B", "0001"],
    ["F ≤ A and B;", "0001"],
    ["Ａ￣・Ｂ", "0100"],
    ["⌐A¦B", "1101"],
    ["A‧B + A ˅ B", "0111"],
    ["“A + B”", "0111"],
    ["F = A + B.", "0111"],
    ["F: A.B", "0001"],
    ["F₁ = A·B", "0001"],
    ["A.B + C.D", "0001000100011111"],
    ["AB'+C", "01011101"],
    ["A*B", "0001"],
    ["(A+B)(A'+C)", "00110101"],
    ["[A + B]' C", "01000000"],
    ["S1 S0' + S1'S0", "0110", "S1 S0"],
    ["A'(B + C)'", "10000000"],
  ],
  "words and functions": [
    ["A AND NOT B", "0010"],
    ["NAND(A,B)", "1110"],
    ["XOR(A, B, C)", "01101001"],
    ["OR(AND(A,B),NOT(C))", "10101011"],
    ["nor(a, b)", "1000"],
    ["A EX-OR B", "0110"],
    ["A exnor B", "1001"],
    ["(A NAND B) NAND C", "10101011"],
  ],
  "lists of rows": [
    ["F(A,B,C) = Σm(1,2,7) + d(0,5)", "X1100X01"],
    ["∑ m(1, 2)", "0110"],
    ["sum of minterms 1, 2", "0110"],
    ["Minterms: 1, 2", "0110"],
    ["product of maxterms (0, 3)", "0110"],
    ["Σ(0,3)", "1001"],
    ["ΠM(0)·D(1)", "0X11"],
    ["m1 + m2", "0110"],
    ["m₀ + m₃ + d₁", "1X01"],
    ["M0·M3", "0110"],
    ["Σ_{A,B}(0,1,2)", "1110"],
    ["F(AB) = Σm{0, 3}", "1001"],
    ["d(0) + Σm(1)", "X100"],
    ["f(x,y) = Σ(1) + φ(3)", "010X", "x y"],
    ["Σm(1,2), d(0);", "X110"],
    ["Σ{1,2}", "0110"],
    ["Σm（1、2）", "0110"],
    ["Σm(1,2) + Ø(3)", "011X"],
    ["F(A,B,C,D) = Σm(0, 1,\n10, 11)", "10000100"],
    ["ΠM(\n0, 1\n)", "01"],
    ["F(x1x2) = Σm(1,2)", "0110", "x1 x2"],
    ["F(S1S0) = Σm(1)", "0100", "S1 S0"],
    ["Y(BA) = Σm(1)", "0010"],
  ],
  "truth tables": [
    [table("A B Y", "0 0 0", "0 1 1", "1 0 1", "1 1 X"), "011X"],
    [table("0 0 1", "0 1 -", "1 0 0", "1 1 d"), "1X0X"],
    [table("No A B F", "0 0 0 1", "1 0 1 0", "2 1 0 0", "3 1 1 1"), "1001"],
    ["AB | F\n00 | 0\n01 | 1\n10 | 1\n11 | 0", "0110"],
    ["A;B;Y\n0;0;1\n0;1;1\n1;0;1\n1;1;0", "1110"],
    ["A,B,Y\nFALSE,FALSE,TRUE\nFALSE,TRUE,FALSE\nTRUE,FALSE,FALSE\nTRUE,TRUE,FALSE", "1000"],
    [table("A B Y", "FALSCH FALSCH WAHR", "FALSCH WAHR FALSCH", "WAHR FALSCH Ø", "WAHR WAHR FALSCH"), "10X0"],
    [table("A B Y", "L L L", "L H L", "H L L", "H H H"), "0001"],
    [table("D1 D0 Y", "0 0 X", "0 1 0", "1 X 1"), "X011", "D1 D0"],
    ["D[1..0] | Y\n~~~~~~~~~~~\n00 | 0\n01 | 1\n10 | 0\n11 | 0", "0010", "D0 D1"],
    ["A[1..0] B | Y\n00 0 | 0\n00 1 | 1\n01 0 | 0\n01 1 | 0\n1- - | 0", "00001000", "B A1 A0"],
    ["A B Y\nLow Low Low\nLow High High\nHigh Low High\nHigh High Low", "0110"],
    ["A, B | F\n0, 0 | 0\n0, 1 | 1\n1, 0 | 1\n1, 1 | 0", "0110"],
    ["B A Y\n0 0 0\n0 1 1\n1 0 0\n1 1 0", "0010"],
    ["B,C,Y\n0,0,0\n0,1,1\n1,0,0\n1,1,0", "0100"],
    ["# Truth Table generated by Logisim-evolution\n\nA B | X\n~~~~~~~\n0 0 | 0\n0 1 | 1\n1 - | 0", "0100"],
    ['"A","B","|","X"\n"0","0","|","0"\n"0","1","|","-"\n"1","-","|","1"', "0X11"],
    ["A & B & $F$ \\\\ \\hline\n0 & 0 & 0 \\\\\n0 & 1 & 1 \\\\\n1 & 0 & 1 \\\\\n1 & 1 & 0 \\\\", "0110"],
    ["Inputs\t\tOutput\nA\tB\tY\n0\t0\t0\n0\t1\t1\n1\t0\t0\n1\t1\t0", "0100"],
    ["# mux\n.i 3\n.o 1\n.ilb A B C\n.ob F\n.p 2\n01- 1\n1-1 1\n.e", "00110101"],
    [".i 2\n.o 1\n.type fr\n01 1\n10 0\n.end", "X10X"],
    [".i 2\n.o 1\n01 1\n1- -\n.e", "01XX"],
    ["A\tB\t\tY\n0\t0\t\t0\n0\t1\t\t0\n1\t0\t\t1\n1\t1\t\t0", "0010"],
    ...[
      "Input B;Input A",
      "B (in);A (in)",
      "B:;A:",
      "(B);(A)",
      "**B**;`A`",
      "\\textbf{B};\\mathrm{A}",
      "В;А",
      "x2;x1",
    ].map((inputs) => [`${inputs};Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0`, "0010"] as const),
    // Which are no others than the letters that come first.
    ...[
      "Sensor A;Enable",
      "p;q",
      "x1;x0",
      "/EN;/CS",
      "Press a button;Open a door",
      "Start;E-stop",
      "°C;°F",
      "Вход Б;Вход А",
    ].map((inputs) => [`${inputs};Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0`, "0100"] as const),
    ["А;Б;В;Y\n000;0\n001;1\n010;0\n011;0\n100;0\n101;0\n110;0\n111;0", "01000000"],
    ["Select S0;Select S1;Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0", "0010", "S1 S0"],
    ["x2;x1;Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0", "0100", "S1 S0"],
    ["x2;x1;Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0", "0010", "X1 X2"],
  ],
};

const NO_SINGLE_MEANING: readonly (readonly [text: string, place: string, reason: RegExp])[] = [
  ["A && B | C", "&", /&& next to \| has two meanings/],
  ["A NAND B NAND C", "N", /more than two operands has two meanings/],
  ["A ⊙ B ⊙ C", "⊙", /more than two operands has two meanings/],
  ["A NOR B ⊕ C", "N", /next to another operator has two meanings/],
  ["A̅B̅ + C", "̅", /an overline over two letters has two meanings/],
  ["A¯B", "¯", /an overline between two operands has two meanings/],
  ["A ∨ B ↔ C", "↔", /↔ next to another operator has two meanings/],
  ["F \\iff A + B", "\\", /next to another operator has two meanings/],
  ["and(F, A, B)", "F", /F may be the output, as in Verilog: write F = and\(…\)/],
  ["A(1) and B(0)", "(", /\(0\) and \(1\) may be an index/],
  ["A[1] & A[0]", "[", /may be an index/],
  ["A^{c}B", "^", /a superscript may be a complement or an XOR: write ' or ⊕/],
  ["S = A ^ B; C = A & B", ";", /each output needs a key of its own/],
  ["S = A ^ B\nCout = AB", "C", /each output needs a key of its own/],
  ["NOT AB", "N", /NOT before an AND without a sign has two meanings/],
  ["/A B", "/", /\/ before an AND without a sign has two meanings/],
  ["A / B", "/", /expected an operator/],
  ["A ∪ B", "∪", /unexpected character/],
  ["A → B", "→", /unexpected character "→": write A → B as ~A | B/],
  ["A = B", "=", /unexpected character/],
  ["C = Σm(3,5,6,7)", "=", /only an output's name may be in front of it/],
  ["e: Σm(1)", ":", /unexpected character/],
  ["assign F = A + B;", "+", /\+ adds in Verilog: write \| for OR, \^ for the sum of two bits/],
  ["wire F = A & (B + C);", "+", /\+ adds in Verilog/],
  [
    "Sensor B;Enable;Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0",
    "Sensor B;Enable;Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0",
    /the table's inputs are Sensor B, Enable, the item's A, B/,
  ],
  ...["B';A'", "~B;~A", "-B;-A", "not B;not A", "B*;A*", "NOT A;B", "A-B;C"].map((inputs) => {
    const table = `${inputs};Y\n0;0;0\n0;1;1\n1;0;0\n1;1;0`;
    return [table, table, /the table's inputs are .*, the item's A, B/] as const;
  }),
  ["!F = A & B", "=", /only an output's name may be in front of it/],
  ["F' = Σm(1,2)", "=", /only an output's name may be in front of it/],
  ["(Σm(1,2))'", "Σ", /only an output's name may be in front of a list/],
  ["1'A", "A", /expected an operator/],
  ["~1x2", "x", /expected an operator/],
  ["A $ B", "$", /write the XOR of ABEL and CUPL as \^/],
  ["A !$ B $ C", "$", /unexpected character/],
  ["A ≡ B + C", "≡", /≡ next to another operator has two meanings/],
  ["F = A <-> B <-> C", "<", /more than two operands has two meanings/],
  // As web pages copy overlines of unknown length.
  ["AB¯¯¯¯", "¯", /a long overline: put ~ in front, with brackets/],
  ["¯¯A", "¯", /a long overline: put ~ in front, with brackets/],
  ["A̅ ̅+̅ ̅B̅", "̅", /put ~ in front, with brackets/],
  ["\\overline{A}~B", "~", /~ is a blank in LaTeX/],
  ["$A~B$", "~", /~ is a blank in LaTeX/],
  [
    ".model t\n.inputs A B\n.outputs F\n.names A B F\n01 1\n.end",
    ".model t\n.inputs A B\n.outputs F\n.names A B F\n01 1\n.end",
    /a BLIF file is not read: write its equation/,
  ],
  [
    ".i 2\n.o 1\n#.phase 0\n11 1\n.e",
    ".i 2\n.o 1\n#.phase 0\n11 1\n.e",
    /espresso has inverted outputs \(\.phase\): run it without -Dopo/,
  ],
  ["F = F + A", "F", /F is on both sides/],
  ["AB + C\nA'B", "A", /expected an operator/],
  ["A + B)", ")", /expected an operator/],
  ["Σm(1,2) + d(2)", "2", /2 is listed twice/],
  ["F(A,B) = Σm(1,4)", "4", /4 is not a row: with 2 inputs they end at 3/],
  ["ΣM(1,2)", "ΣM(1,2)", /Σ lists minterms m, Π lists maxterms M/],
  ["m1·m3", "·", /join minterms with \+/],
  ["A B Y\n0 0 1\n0 1 1\n1 0 0", "A B Y\n0 0 1\n0 1 1\n1 0 0", /the row 11 is missing; .*write X \(line 4\)/],
  ["A B Y\n0 0 1\n0 1 1\n0 1 0\n1 1 0", "A B Y\n0 0 1\n0 1 1\n0 1 0\n1 1 0", /the row 01 is there twice \(line 4\)/],
  ["Σm(01, 10)", "(01, 10)", /as decimals/],
  ["X A Y\n0 0 0\n0 1 1\n1 0 0\n1 1 0", "X A Y\n0 0 0\n0 1 1\n1 0 0\n1 1 0", /the table's inputs are X, A/],
  ["AB\\C 0 1\n00 0 1\n01 1 1\n11 0 0\n10 0 1", "AB\\C 0 1\n00 0 1\n01 1 1\n11 0 0\n10 0 1", /Karnaugh/],
  [
    "F A B\n0 0 0\n1 0 1\n1 1 0\n0 1 1",
    "F A B\n0 0 0\n1 0 1\n1 1 0\n0 1 1",
    /F is in front of B: put the inputs first/,
  ],
  [".i 8\n.o 1\n1------- 1\n.e", ".i 8\n.o 1\n1------- 1\n.e", /1 to 7 inputs/],
  ["w + x", "w", /w is not an input: use A to G, or name the item's inputs/],
  ["A -> B", "-", /write A -> B as ~A \| B/],
  ["A == B", "=", /write A == B as A ⊙ B/],
  ["A != B", "!", /write A != B as A \^ B/],
  ["A ? B : C", "?", /write A \? B : C as A & B \| ~A & C/],
  ["Implies(A, B)", "(", /Implies is not a function that is read/],
  ["Σm(0, A, F)", "Σ", /a list of row numbers, as in F = Σm\(1, 2\)/],
  ["NOT(F) = A AND B", "=", /unexpected character/],
  ["A e B", "e", /e may be an AND/],
  ["A^cB + AB^c", "^", /a superscript may be a complement or an XOR/],
  ["a. A'B + C", "a", /a\. may be a label or an AND/],
  ["A. B + C", "A", /A\. may be a label or an AND: leave the label out, or write A &/],
  ["A v B", "v", /v may be an OR or an input: write \+ for OR, & for AND/],
  ["F(A,C) = AB", "F", /B is not listed on the left/],
];

describe("the ways in which keys are written", () => {
  it.each(Object.entries(WAYS))("understands %s", (_, ways) => {
    const read = ways.map(([text, , names]) => [text, rowsOf(text, names?.split(" "))]);
    expect(read).toEqual(ways.map(([text, rows]) => [text, rows]));
  });

  // With two runs of blanks next to each other in a pattern, some of these would take hours.
  it.each(["lists of rows", "LaTeX"])("understands %s with a thousand blanks for each one", (name) => {
    const wide = (text: string) => text.replaceAll(" ", " ".repeat(1000)).replace(/(?<=[Σ∑ΠM])/, " ".repeat(1000));
    const ways = WAYS[name]!.filter(([text]) => rowsOf(wide(text)) !== null);
    expect(ways.map(([text, , names]) => rowsOf(wide(text), names?.split(" ")))).toEqual(ways.map(([, rows]) => rows));
    expect(ways.length).toBeGreaterThan(5);
  });

  it.each(["Σ", "Σm", "Σ_{", "d", "F(A,B) =", "A ="])("refuses %j and ten thousand blanks", (text) => {
    expect(rowsOf(`${text}${" ".repeat(10_000)}!`)).toBeNull();
  });

  it("are at least a hundred", () => {
    expect(Object.values(WAYS).flat().length).toBeGreaterThanOrEqual(100);
  });

  it.each(["v v w", "u v w", "u V w", "u v ~w", "w v (u + w)", "v' v w"])(
    "refuses %j, whose v may be an OR or the input of that name",
    (text) => {
      const check = checkKeyExpression(text, ["u", "v", "w"]);
      expect(check).toMatchObject({
        ok: false,
        offset: text.search(/(?<= )v/i),
        reason: expect.stringMatching(/v may be/),
      });
    },
  );

  it.each([
    ["uvw", "00000001"],
    ["u v + w", "01010111"],
    ["w v", "0001"],
    ["u v' w", "00000100"],
  ])("takes the v of %j for an input", (text, rows) => {
    expect(rowsOf(text, ["u", "v", "w"])).toBe(rows);
  });

  it.each(NO_SINGLE_MEANING)("refuses %j at %j", (text, place, reason) => {
    const check = checkKeyExpression(text);
    expect(check).toMatchObject({ ok: false, code: "expression-invalid", reason: expect.stringMatching(reason) });
    expect(!check.ok && text.slice(check.offset, check.offset + check.length)).toBe(place);
  });
});
