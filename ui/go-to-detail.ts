/**
 * To be called when something was chosen in columns of a list and its detail. Where these stand below each other, as
 * on phones, the detail is out of sight: the view and the focus go there. Beside the list it is seen already.
 */
export function goToDetail(columns: HTMLElement | null): void {
  const [list, detail] = columns?.children ?? [];
  if (!list || !(detail instanceof HTMLElement) || !isBelow(detail, list)) return;
  detail.focus({ preventScroll: true });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  detail.scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
}

function isBelow(lower: Element, upper: Element): boolean {
  return lower.getBoundingClientRect().top >= upper.getBoundingClientRect().bottom;
}
