import { CameraIcon, CheckCircledIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { useEffect, useState } from "react";
import { LEGIBILITY_TEXTS } from "../../../core/rules/unclear-kind.ts";
import type { Receipt } from "../../../server/contract/results/file.ts";
import type { ItemLegibility, LegibilityAnswer } from "../../../server/contract/results/release.ts";
import { ApiError, call, PATIENCE } from "../../api.ts";
import { pickFile } from "../../pick-file.ts";
import { linksOf } from "../../uploads/receipt.ts";

interface LegibilityProps extends Legible {
  /** Where a browser without this script sees it; null for nowhere. */
  readonly link: string | null;
  readonly busy: boolean;
  /** Sends a picture in place of the one that was received. */
  onReplace(item: number, file: File): void;
}

/** Nothing is to be done. */
const FINE: ReadonlySet<ItemLegibility["state"]> = new Set(["clear", "reading"]);

/** Says how legible the pages are that were handed in, as soon as they are read, with what to do. */
export function Legibility({ items, gone, link, busy, onReplace }: LegibilityProps) {
  const isAwaited = items === null && link !== null;
  const shown = items ?? [];
  if (!isAwaited && shown.length + gone.length === 0) return null;
  return (
    <section className="card" aria-labelledby="legibility">
      <h2 id="legibility">Can it be read?</h2>
      {isAwaited && (
        <p>
          {LEGIBILITY_TEXTS.reading} You can also look at the <a href={link}>page of your results</a>.
        </p>
      )}
      <ul className="spaced" aria-live="polite">
        {shown.map((each) => {
          const { item_number: item, state, places, picture } = each;
          const isGood = state === "clear";
          const isFine = FINE.has(state);
          return (
            <li key={item} className="spaced tight legibility" data-state={state}>
              <p className={isGood ? "line ok" : "line"}>
                {isGood && <CheckCircledIcon aria-hidden />}
                {!isFine && <ExclamationTriangleIcon aria-hidden />}
                <span>
                  <strong>Item {item}</strong> {LEGIBILITY_TEXTS[state]}
                </span>
              </p>
              {picture && <MarkedDrawing item={item} places={places} picture={picture} />}
              {places.length > 0 && (
                <ol>
                  {places.map(({ text }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a place is named by its number
                    <li key={index}>{text}</li>
                  ))}
                </ol>
              )}
              {!isFine && (
                <>
                  <p className="hint">Take a better picture, or draw it again. The new page replaces this one.</p>
                  <span className="button">
                    <CameraIcon aria-hidden />
                    Replace the page
                    <input
                      type="file"
                      className="pick-over"
                      accept="image/*,.pdf"
                      aria-label={`Replace the page of item ${item}`}
                      disabled={busy}
                      onChange={(event) => pickFile(event, (file) => onReplace(item, file))}
                    />
                  </span>
                </>
              )}
            </li>
          );
        })}
        {gone.map((item) => (
          <li key={item} className="line">
            <ExclamationTriangleIcon aria-hidden />
            <span>
              <strong>Item {item}</strong> Your page was deleted. Hand it in again, or ask your teacher.
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MarkedDrawing({ item, places, picture: { url, view } }: MarkedProps) {
  const { x, y, width, height } = view;
  return (
    <svg
      className="unclear"
      role="img"
      aria-label={`Your drawing for item ${item}, with the places marked`}
      viewBox={`${x} ${y} ${width} ${height}`}
    >
      <image href={url} {...view} />
      {places.map(({ box }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is named by its number
        <g key={index}>
          <rect {...box} />
          <text x={box.x} y={box.y} fontSize={width / 30}>
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface MarkedProps extends Pick<ItemLegibility, "places"> {
  readonly item: number;
  readonly picture: NonNullable<ItemLegibility["picture"]>;
}

/** The items that a student should look at again: what is wrong is said with the receipts or the legibility. */
export function doubtfulItems(receipts: readonly Receipt[], { items, gone }: Legible): readonly number[] {
  const noted = receipts.filter(({ notice }) => notice !== undefined);
  const unclear = (items ?? []).filter(({ state }) => !FINE.has(state));
  return [...[...noted, ...unclear].map(({ item_number: item }) => item), ...gone];
}

/** How often the server is asked while it reads, in milliseconds. */
const TICK = 2000;

/** What the server has of the pages that receipts are for; `items` is null until its first answer. */
export interface Legible {
  readonly items: readonly ItemLegibility[] | null;
  /** Items whose page was deleted after the receipt. */
  readonly gone: readonly number[];
}

export function useLegibility(receipts: readonly Receipt[]): Legible {
  const [state, setState] = useState<Legible>({ items: null, gone: [] });
  // Each upload is a new page to read.
  const pages = receipts.map(({ sha256, received_at }) => sha256 + received_at).join();

  // The page has no session, so nothing tells it of a reading that ends.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pages` says what `receipts` has.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function ask(): Promise<void> {
      clearTimeout(timer);
      const links = linksOf(receipts);
      const answers = await Promise.all(links.map(answerUnder));
      if (isOver) return;
      const items = answers.flatMap((answer) => answer.items);
      const isGone = ({ link, item_number: item }: Receipt) =>
        link !== null && !answers[links.indexOf(link)]?.received.includes(item);
      setState({ items, gone: receipts.filter(isGone).map((receipt) => receipt.item_number) });
      if (items.some(({ state }) => state === "reading")) timer = setTimeout(again, TICK);
    }
    // A phone may be without a connection for a while.
    function again(): void {
      if (!isOver && document.visibilityState === "visible") ask().catch(() => (timer = setTimeout(again, 5 * TICK)));
    }
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [pages]);

  return state;
}

const NOTHING: LegibilityAnswer = { items: [], received: [] };

async function answerUnder(link: string): Promise<LegibilityAnswer> {
  try {
    const params = { token: new URL(link).pathname.split("/").at(-1)! };
    return await call("getLegibility", { params }, { patience: PATIENCE.load });
  } catch (error) {
    // The server no longer knows a link whose pages are all deleted.
    if (error instanceof ApiError && error.status === 404) return NOTHING;
    throw error;
  }
}
