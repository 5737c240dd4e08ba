declare global {
  interface Window {
    /** The last button that was pressed before the page's script came; a script of the document sets it. */
    pressed?: HTMLButtonElement | undefined;
    /** The last field that was typed into before it. */
    typed?: HTMLInputElement | undefined;
  }
}

/** Types again into the field, and presses the button again, that were used as the server had made them. */
export function pressAgain(): void {
  const { pressed, typed } = window;
  window.pressed = undefined;
  window.typed = undefined;
  const field = typed && successorOf(typed);
  if (field) {
    field.select();
    // React does not see a value that is set without a command of the browser's.
    document.execCommand("insertText", false, typed.value);
  }
  const button = pressed && successorOf(pressed);
  button?.focus();
  // Choices open with a key or the pointer, not with a click.
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  button?.click();
}

/** The element that has taken the place of one that the server made. */
function successorOf<Kind extends HTMLElement>(made: Kind): Kind | undefined {
  if (made.isConnected) return undefined;
  const nameOf = (each: Element) => each.ariaLabel ?? (each.textContent || each.getAttribute("placeholder"));
  const same = (root: Node) =>
    [...(root as Element).querySelectorAll<Kind>(made.localName)].filter((each) => nameOf(each) === nameOf(made));
  return same(document)[same(made.getRootNode()).indexOf(made)];
}
