import type { ComponentPropsWithRef, CSSProperties } from "react";
import { PREDICTION_COLOURS } from "../../../../core/annotate/colours.ts";
import type { PredictionClass } from "../../../../core/rules/prediction-class.ts";
import { GateSymbol } from "./gate-symbol.tsx";

export interface ClassButtonProps extends Omit<ComponentPropsWithRef<"button">, "name"> {
  readonly name: PredictionClass;
}

export function ClassButton({ name, children, ...rest }: ClassButtonProps) {
  const style = { "--class-colour": PREDICTION_COLOURS[name] } as CSSProperties;
  return (
    <button type="button" {...rest} className="ce-class" style={style}>
      <GateSymbol name={name} />
      {name}
      {children}
    </button>
  );
}
