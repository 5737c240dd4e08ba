/**
 * Call it when something was chosen in a list with a detail. If the detail is below the list, as on phones, it is out
 * of sight, so view and focus move there. Next to the list it is already visible.
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
