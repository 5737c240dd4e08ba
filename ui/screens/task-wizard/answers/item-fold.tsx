import { ChevronDownIcon } from "@radix-ui/react-icons";
import { type ReactNode, useState } from "react";
import type { Issues } from "../../../hooks/use-form.ts";

interface ItemFoldProps {
  readonly title: string;
  /** What it holds, while it is folded, too. */
  readonly summary: string;
  /** The path of its issues: they unfold it. */
  readonly field: string;
  readonly issues: Issues;
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
