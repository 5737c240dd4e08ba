import { ChevronDownIcon } from "@radix-ui/react-icons";
import { type ReactNode, useState } from "react";
import type { Issues } from "../../../hooks/use-form.ts";

/** The fields of a part of an item. */
export interface ItemPartProps<Value> {
  readonly value: Value;
  /** The item's name. */
  readonly label: string;
  /** The path of its issues: 'items[0].rubric'. */
  readonly field: string;
  readonly issues: Issues;
  /** `field` is what was edited; its error disappears. */
  onChange(value: Value, field: string): void;
}

/** Its issues unfold it. */
interface ItemFoldProps extends Pick<ItemPartProps<unknown>, "field" | "issues"> {
  readonly title: string;
  /** What it holds, while it is folded, too. */
  readonly summary: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of an item that most items do without. */
export function ItemFold({ title, summary, field, issues, className = "", children }: ItemFoldProps) {
  const [unfolded, setUnfolded] = useState(false);
  const wrong = issues.all.some((issue) => issue.field.startsWith(field));
  return (
    <details
      className={`item-fold ${className}`}
      // Errors must be visible; it stays open after they are corrected.
      open={unfolded || wrong}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary className="line">
        <ChevronDownIcon aria-hidden />
        <strong className="unbroken">{title}</strong>
        <span className="muted">{summary}</span>
      </summary>
      {children}
    </details>
  );
}
