declare global {
  interface Window {
    /** The last button that was pressed before the page's script came; a script of the document sets it. */
    pressed?: HTMLButtonElement | undefined;
  }
}

/** Presses the button again that was pressed as the server had made it, which did nothing. */
export function pressAgain(): void {
  const { pressed } = window;
  window.pressed = undefined;
  if (!pressed || pressed.isConnected) return;
  const nameOf = (button: Element) => button.ariaLabel ?? button.textContent;
  const same = (root: Node) =>
    [...(root as Element).querySelectorAll("button")].filter((each) => nameOf(each) === nameOf(pressed));
  const button = same(document)[same(pressed.getRootNode()).indexOf(pressed)];
  button?.focus();
  // Choices open with a key or the pointer, not with a click.
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  button?.click();
}
