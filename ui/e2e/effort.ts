import type { Page } from "playwright-core";

/** What a person did with mouse and keyboard. */
export interface Effort {
  readonly clicks: number;
  /** Those that are held while another one is pressed count as well. */
  readonly keys: number;
  /** How long that takes a practised person, whole seconds; see `SECONDS`. */
  readonly seconds: number;
}

/**
 * The keystroke-level model (Card, Moran, Newell: The keystroke-level model for user performance time with interactive
 * systems, Communications of the ACM 23(7), 1980): a practised person without errors. To point and press: 1.1 + 0.2; to
 * press a key, as an average typist: 0.28; to move the hand between mouse and keyboard: 0.4; to decide what to do
 * next, before each click and before each key that is not part of a text: 1.35. What a person reads, and what the
 * machine takes, is not in it.
 */
const SECONDS = { click: 1.3, key: 0.28, hand: 0.4, decision: 1.35 } as const;

type Act = "click" | "key" | "letter";

/** Counts what really arrives in the tab, from now on, on all pages. Returns what was done since the last call. */
export async function countEffort(page: Page): Promise<() => Effort> {
  let acts: Act[] = [];
  await page.exposeFunction("countAct", (act: Act) => acts.push(act));
  await page.addInitScript(() => {
    const { countAct } = window as unknown as { countAct(act: Act): void };
    const isText = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox");
    window.addEventListener("pointerdown", ({ isTrusted }) => isTrusted && countAct("click"), { capture: true });
    window.addEventListener(
      "keydown",
      ({ isTrusted, key, target }) => isTrusted && countAct(key.length === 1 && isText(target) ? "letter" : "key"),
      { capture: true },
    );
  });
  return () => {
    const effort = effortOf(acts);
    acts = [];
    return effort;
  };
}

function effortOf(acts: readonly Act[]): Effort {
  let seconds = 0;
  for (const [index, act] of acts.entries()) {
    const isClick = act === "click";
    const before = acts[index - 1];
    seconds += isClick ? SECONDS.click : SECONDS.key;
    if (act !== "letter") seconds += SECONDS.decision;
    if (before !== undefined && (before === "click") !== isClick) seconds += SECONDS.hand;
  }
  const clicks = acts.filter((act) => act === "click").length;
  return { clicks, keys: acts.length - clicks, seconds: Math.round(seconds) };
}
