import type { ComponentPropsWithRef, CSSProperties } from "react";
import { PREDICTION_COLOURS } from "../../../../core/annotate/colours.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";

export interface ClassButtonProps extends Omit<ComponentPropsWithRef<"button">, "name"> {
  readonly name: PredictionClass;
}

export function ClassButton({ name, children, ...rest }: ClassButtonProps) {
  const style = { "--class-colour": PREDICTION_COLOURS[name] } as CSSProperties;
  return (
    <button type="button" {...rest} className="choice line ce-class" style={style}>
      <GateSymbol name={name} />
      {name}
      {children}
    </button>
  );
}

const OR_BODY = "M9 5 Q21 5 29 14 Q21 23 9 23 Q15 14 9 5";
const AND_BODY = "M9 5 H18 A9 9 0 0 1 18 23 H9 Z";
const BUBBLE = "M29 14 a2.5 2.5 0 1 0 5 0 a2.5 2.5 0 1 0 -5 0";
const ARC = "M6 5 Q12 14 6 23";
const LEADS = "M2 10 H10.5 M2 18 H10.5";

/** The usual symbol of each class, as lines in a picture of 40 x 28. */
const SHAPES: Readonly<Record<PredictionClass, readonly string[]>> = {
  AND: [AND_BODY, "M2 10 H9 M2 18 H9 M27 14 H38"],
  OR: [OR_BODY, LEADS, "M29 14 H38"],
  NOT: ["M10 5 L28 14 L10 23 Z", BUBBLE, "M2 14 H10 M34 14 H38"],
  NAND: ["M9 5 H20 A9 9 0 0 1 20 23 H9 Z", BUBBLE, "M2 10 H9 M2 18 H9 M34 14 H38"],
  NOR: [OR_BODY, BUBBLE, LEADS, "M34 14 H38"],
  XOR: [OR_BODY, ARC, LEADS, "M29 14 H38"],
  XNOR: [OR_BODY, ARC, BUBBLE, LEADS, "M34 14 H38"],
  input: ["M4 7 H18 L26 14 L18 21 H4 Z", "M26 14 H38"],
  output: ["M2 14 H14", "M14 14 L22 7 H36 V21 H22 Z"],
  intersection: ["M4 14 H36", "M20 3 V25"],
  junction: ["M4 14 H36", "M20 14 V25", "M17 14 a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0"],
};

/** A class's symbol as in textbooks; its name is next to it, so screen readers skip the symbol. */
function GateSymbol({ name, size = 40 }: { name: PredictionClass; size?: number }) {
  return (
    <svg
      viewBox="0 0 40 28"
      width={size}
      height={size * 0.7}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {SHAPES[name].map((path) => (
        <path key={path} d={path} fill={name === "junction" && path.startsWith("M17") ? "currentColor" : undefined} />
      ))}
    </svg>
  );
}
