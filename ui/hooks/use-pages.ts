import { useState } from "react";
import type { PagerProps } from "../components/page-parts.tsx";

/** A long list page by page: the items of one page, and the pager's properties. */
export function usePages<Item>(items: readonly Item[], size: number): PagerProps & { readonly shown: readonly Item[] } {
  const [page, onPage] = useState(1);
  const pages = Math.max(1, Math.ceil(items.length / size));
  // The list may have become shorter.
  const current = Math.min(page, pages);
  return { page: current, pages, onPage, shown: items.slice((current - 1) * size, current * size) };
}
