import type { ComponentPropsWithRef, CSSProperties } from "react";
import { PREDICTION_COLOURS } from "../../../../core/annotate/colours.ts";
import { GATES, type GateClass, isGateClass } from "../../../../core/rules/gates.ts";
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

/** The symbols of the classes that are not gates, as lines in a picture of 40 x 28. */
const SHAPES: Readonly<Record<Exclude<PredictionClass, GateClass>, readonly string[]>> = {
  input: ["M4 7 H18 L26 14 L18 21 H4 Z", "M26 14 H38"],
  output: ["M2 14 H14", "M14 14 L22 7 H36 V21 H22 Z"],
  intersection: ["M4 14 H36", "M20 3 V25"],
  junction: ["M4 14 H36", "M20 14 V25", "M17 14 a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0"],
};

/** A class's symbol as in textbooks; its name is next to it, so screen readers skip the symbol. */
function GateSymbol({ name }: { readonly name: PredictionClass }) {
  const lines = isGateClass(name) ? GATES[name].symbol : SHAPES[name];
  return (
    <svg
      viewBox="0 0 40 28"
      width="40"
      height="28"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {lines.map((path) => (
        <path key={path} d={path} fill={name === "junction" && path.startsWith("M17") ? "currentColor" : undefined} />
      ))}
    </svg>
  );
}
