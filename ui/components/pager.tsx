import { ChevronLeftIcon, ChevronRightIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";

export interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  onPage(page: number): void;
}

/** Goes through the pages of a list. */
export function Pager({ page, pages, onPage }: PagerProps) {
  return (
    <nav className="pager" aria-label="Pages">
      <Button variant="soft" color="gray" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeftIcon />
        Previous
      </Button>
      <span aria-live="polite">
        Page {page} of {pages}
      </span>
      <Button variant="soft" color="gray" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRightIcon />
      </Button>
    </nav>
  );
}
