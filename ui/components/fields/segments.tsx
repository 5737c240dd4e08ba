import { SegmentedControl } from "@radix-ui/themes";
import type { ComponentProps } from "react";

interface SegmentsProps<Value extends string> extends Pick<ComponentProps<typeof SegmentedControl.Root>, "size"> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  onChange(value: NoInfer<Value>): void;
}

export function Segments<Value extends string>({ label, options, onChange, ...control }: SegmentsProps<Value>) {
  return (
    <SegmentedControl.Root aria-label={label} onValueChange={(value) => onChange(value as Value)} {...control}>
      {options.map((option) => (
        <SegmentedControl.Item key={option.value} value={option.value}>
          {option.label}
        </SegmentedControl.Item>
      ))}
    </SegmentedControl.Root>
  );
}
