/** Focuses the first element of `part` that fits, once what was changed last is drawn. */
export function focusFirst(selector: string, part: ParentNode = document): void {
  // A frame may come before what was set after a wait is drawn.
  requestAnimationFrame(() => setTimeout(() => part.querySelector<HTMLElement>(selector)?.focus()));
}

/** The keyboard goes on at the first field of a form in which something is wrong. */
export function focusInvalid(form: ParentNode): void {
  focusFirst('[aria-invalid="true"]', form);
}
