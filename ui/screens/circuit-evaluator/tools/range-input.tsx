export interface RangeInputProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly disabled?: boolean;
  onChange(value: number): void;
}

/** A slider for whole numbers: the browser's own, which every screen reader supports. */
export function RangeInput({ label, onChange, ...range }: RangeInputProps) {
  return (
    <input
      type="range"
      className="ce-range"
      aria-label={label}
      step={1}
      {...range}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}
