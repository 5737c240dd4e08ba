import { CameraIcon, CheckCircledIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { useEffect, useState } from "react";
import { LEGIBILITY_TEXTS } from "../../../core/rules/unclear-kind.ts";
import type { Receipt } from "../../../server/contract/results/file.ts";
import type { ItemLegibility } from "../../../server/contract/results/release.ts";
import { call } from "../../api.ts";
import { linksOf } from "../../uploads/receipt.ts";

interface LegibilityProps {
  readonly receipts: readonly Receipt[];
  readonly busy: boolean;
  /** Sends a picture in place of the one that was received. */
  onReplace(item: number, file: File): void;
}

/** Says how legible the pages are that were handed in, as soon as they are read, with what to do. */
export function Legibility({ receipts, busy, onReplace }: LegibilityProps) {
  const items = useLegibility(receipts);
  return (
    items.length > 0 && (
      <section className="card" aria-labelledby="legibility">
        <h2 id="legibility">Can it be read?</h2>
        <ul className="spaced" aria-live="polite">
          {items.map((each) => {
            const { item_number: item, state, places, picture } = each;
            const isGood = state === "clear";
            return (
              <li key={item} className="spaced tight legibility" data-state={state}>
                <p className={isGood ? "line ok" : "line"}>
                  {isGood && <CheckCircledIcon aria-hidden />}
                  {!isGood && state !== "reading" && <ExclamationTriangleIcon aria-hidden />}
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
                {!isGood && state !== "reading" && (
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
                        onChange={({ target: { files } }) => files?.[0] && onReplace(item, files[0])}
                      />
                    </span>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    )
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

/** How often the server is asked while it reads, in milliseconds. */
const TICK = 2000;

function useLegibility(receipts: readonly Receipt[]): readonly ItemLegibility[] {
  const [items, setItems] = useState<readonly ItemLegibility[]>([]);
  // Each upload is a new page to read.
  const pages = receipts.map(({ sha256, received_at }) => sha256 + received_at).join();

  // The page has no session, so nothing tells it of a reading that ends.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pages` says what `receipts` has.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    async function ask(): Promise<void> {
      const tokens = linksOf(receipts).map((link) => new URL(link).pathname.split("/").at(-1)!);
      const answers = await Promise.all(tokens.map((token) => call("getLegibility", { params: { token } })));
      const found = answers.flatMap((answer) => answer.items);
      if (isOver) return;
      setItems(found);
      if (found.some(({ state }) => state === "reading")) timer = setTimeout(() => void ask().catch(later), TICK);
    }
    // A phone may be without a connection for a while.
    function later(): void {
      if (!isOver) timer = setTimeout(() => void ask().catch(later), 5 * TICK);
    }
    ask().catch(later);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [pages]);

  return items;
}
