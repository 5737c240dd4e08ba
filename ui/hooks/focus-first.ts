/** Focuses the first element of `part` that matches, once the latest change is rendered. */
export function focusFirst(selector: string, part: ParentNode = document): void {
  // A frame may come before a change after an await is rendered.
  requestAnimationFrame(() => setTimeout(() => part.querySelector<HTMLElement>(selector)?.focus()));
}

export function focusInvalid(form: ParentNode): void {
  focusFirst('[aria-invalid="true"]', form);
}
