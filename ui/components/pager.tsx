import { ChevronLeftIcon, ChevronRightIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";

export interface PagerProps {
  /** What the pages are of; a page with several pagers tells them apart by it. */
  readonly label?: string;
  readonly page: number;
  readonly pages: number;
  onPage(page: number): void;
}

export function Pager({ label = "Pages", page, pages, onPage }: PagerProps) {
  return (
    <nav className="pager" aria-label={label}>
      <Step off={page <= 1} onStep={() => onPage(page - 1)}>
        <ChevronLeftIcon />
        Previous
      </Step>
      <span aria-live="polite">
        Page {page} of {pages}
      </span>
      <Step off={page >= pages} onStep={() => onPage(page + 1)}>
        Next
        <ChevronRightIcon />
      </Step>
    </nav>
  );
}

interface StepProps {
  readonly off: boolean;
  readonly children: ReactNode;
  onStep(): void;
}

/** Not disabled at the end of the list: it would lose the focus there. */
function Step({ off, children, onStep }: StepProps) {
  return (
    <Button
      variant="soft"
      color="gray"
      aria-disabled={off}
      data-disabled={off || undefined}
      onClick={() => !off && onStep()}
    >
      {children}
    </Button>
  );
}
