import { useEffect, useState } from "react";

/** Gives an element that may take the focus, or nothing where it is gone. */
type Place = () => Element | null | undefined;

/** Where the focus came from to each dialog that is open, the newest dialog last. */
const open: (readonly Place[])[] = [];

/**
 * For a dialog that no trigger opens: gives what its content takes as `onCloseAutoFocus`. The focus goes back to where
 * it was when the calling component was drawn for the first time, so that component must appear with the dialog.
 * Where that is gone, as the row of something that was deleted is, it goes on beside it; never to nowhere.
 */
export function useFocusReturn(): (event: Event) => void {
  // One dialog may take the place of another, whose elements go: what led there is tried then.
  const [places] = useState(() => [...placesAround(openerInFocus()), ...(open.at(-1) ?? [])]);

  // Whoever opens a dialog over this one must know of it.
  useEffect(() => {
    open.push(places);
    return () => void open.splice(open.indexOf(places), 1);
  }, [places]);

  return (event) => {
    // Radix would look for a trigger.
    event.preventDefault();
    if (isNowhere(document.activeElement)) focusFirst([...places, mainPart]);
  };
}

/** Who was led to something else meanwhile stays there; a dialog below catches what falls to nowhere. */
function isNowhere(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.matches("[role=dialog]");
}

/** Focuses the first of these that is there and takes it: a disabled button does not. */
function focusFirst(places: readonly Place[]): void {
  for (const place of places) {
    const element = place();
    if (!(element instanceof HTMLElement)) continue;
    element.focus({ preventScroll: true });
    if (element === document.activeElement) return;
  }
}

/** What has the focus; for an item of a menu, which closes, the button of that menu. */
function openerInFocus(): Element | null {
  const focused = document.activeElement;
  const button = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : focused;
}

/** The element itself, the one like it in the next and in the previous row, and what it stands in. */
function placesAround(element: Element | null): Place[] {
  if (element === null || element === document.body) return [];
  const row = element.closest("li, tr");
  // Rows end alike: what only some of them have stands before.
  const fromEnd = controlsOf(row).indexOf(element) - controlsOf(row).length;
  const rows = [row?.nextElementSibling, row?.previousElementSibling];
  const region = element.parentElement?.closest("[tabindex='-1']");
  return [() => element, ...rows.map((each) => () => controlsOf(each).at(fromEnd)), placeOf(region)];
}

/** An element, or what was drawn anew where it stood. */
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
