import { useEffect, useState } from "react";

/** Returns an element that may take the focus, or nothing if it is gone. */
type Place = () => Element | null | undefined;

/** Where the focus was before each open dialog, the newest dialog last. */
const open: (readonly Place[])[] = [];

/**
 * For a dialog without a trigger: returns `onCloseAutoFocus` for its content. The focus returns to where it was when
 * the calling component was first rendered, so that component must appear with the dialog. If that element is gone,
 * like the row of something deleted, the focus moves next to it; it is never lost.
 */
export function useFocusReturn(): (event: Event) => void {
  // One dialog may replace another, whose elements disappear: then the focus returns to what had it before that one.
  const [places] = useState(() => [...placesAround(openerInFocus()), ...(open.at(-1) ?? [])]);

  // A dialog that opens over this one must know of it.
  useEffect(() => {
    open.push(places);
    return () => void open.splice(open.indexOf(places), 1);
  }, [places]);

  return (event) => {
    // Radix would look for a trigger.
    event.preventDefault();
    catchLost([...places, mainPart]);
  };
}

/**
 * For an answer that takes away the part with the focus: call it before, and the result once the part goes. The focus moves
 * to the same button of the next or previous row, or to what is there instead.
 */
export function focusKeeper(): () => void {
  const places = placesAround(document.activeElement);
  return () => {
    if (places.length > 0) catchLost([...places, mainPart]);
  };
}

/** A list may lose the row with the focus only when it is painted next. */
function catchLost(places: readonly Place[]): void {
  const take = () => {
    if (isNowhere(document.activeElement)) focusFirst(places);
  };
  take();
  requestAnimationFrame(() => requestAnimationFrame(take));
}

/** For a button whose row disappears: the same one in the next or previous row gets the focus, or else `otherwise`. */
export function focusNeighbour(button: Element, otherwise?: HTMLElement | null): void {
  const neighbours = placesAround(button).slice(1, -1);
  focusFirst([...neighbours, () => otherwise, mainPart]);
}

/** If the focus has moved elsewhere meanwhile, it stays there; a dialog below catches a lost focus. */
function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.matches("[role=dialog]");
}

/** Focuses the first of these that exists and can take it: a disabled button cannot. */
function focusFirst(places: readonly Place[]): void {
  for (const place of places) {
    const element = place();
    if (!(element instanceof HTMLElement)) continue;
    element.focus({ preventScroll: true });
    if (element === document.activeElement) return;
  }
}

/** The focused element; for an item of a menu, which closes, the button of that menu. */
function openerInFocus(): Element | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : focused;
}

/** The element itself, the corresponding one in the next and in the previous row, and its container. */
function placesAround(element: Element | null): Place[] {
  if (element === null || element === document.body) return [];
  const row = element.closest("li, tr");
  // Rows have the same end: elements that only some of them have come earlier.
  const fromEnd = controlsOf(row).indexOf(element) - controlsOf(row).length;
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  const region = element.parentElement?.closest("[tabindex='-1']");
  return [() => element, ...rows.map((each) => () => controlsOf(each).at(fromEnd)), placeOf(region)];
}

/** An element, or the one rendered in its place. */
function placeOf(element: Element | null | undefined): Place {
  const parent = element?.parentElement;
  const index = element ? [...(parent?.children ?? [])].indexOf(element) : -1;
  return () => (element?.isConnected ? element : parent?.children[index]);
}

function controlsOf(row: Element | null | undefined): readonly Element[] {
  return [...(row?.querySelectorAll("a, button") ?? [])];
}

function mainPart(): Element | null {
  return document.getElementById("main");
}
