import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { questionPlaces } from "../../../components/grading/reading-question.tsx";
import { formatDate } from "../../../format.ts";
import { ofWidth } from "../../../picture-address.ts";

/** Pixels of a picture that fills the middle of the screen. */
const WIDTH = 1400;

/**
 * The page with every place marked that a reason names, or in which the readings of its question differ; of a page that
 * is nobody's also its header, large.
 */
export function QueuePicture({ entry, pointed }: { readonly entry: QueueEntry; readonly pointed: number | null }) {
  const boxes = markedBoxes(entry, pointed);
  const unit = Math.max(entry.width, entry.height, 1) / 1000;
  return (
    <>
      {entry.corner_url !== null && (
        <figure>
          <img src={entry.corner_url} alt="The top of the page with name, ID and QR code" />
          <figcaption className="note">The top of the page, enlarged</figcaption>
        </figure>
      )}
      <figure>
        <div className="marked-page queue-page">
          <img src={ofWidth(entry.picture_url, WIDTH)} alt={`The page: ${entry.place}`} />
          {boxes.length > 0 && (
            <svg viewBox={`0 0 ${entry.width} ${entry.height}`} aria-hidden="true">
              {boxes.map(({ box, number }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two readings may differ at one place
                <g key={index}>
                  <rect
                    x={box.x - 6 * unit}
                    y={box.y - 6 * unit}
                    width={box.width + 12 * unit}
                    height={box.height + 12 * unit}
                    rx={6 * unit}
                    fill="none"
                    stroke="#d6163a"
                    strokeWidth={4 * unit}
                  />
                  <text x={box.x - 6 * unit} y={Math.max(26 * unit, box.y - 12 * unit)} fontSize={26 * unit}>
                    {number}
                  </text>
                </g>
              ))}
            </svg>
          )}
        </div>
        <figcaption className="note">{captionOf(entry)}</figcaption>
      </figure>
      {entry.rival && (
        <figure>
          <div className="marked-page queue-page">
            <img src={ofWidth(entry.rival.picture_url, WIDTH)} alt={`The other page: ${entry.rival.place}`} />
          </div>
          <figcaption className="note">
            {entry.rival.counts ? "The page that counts now" : "The earlier page"}: {entry.rival.place}, received{" "}
            {formatDate(entry.rival.received_at)}
            {entry.rival.graded && ", graded"}
          </figcaption>
        </figure>
      )}
    </>
  );
}

function markedBoxes({ question, reasons }: QueueEntry, pointed: number | null) {
  if (question === null) return reasons.flatMap(({ box }, index) => (box ? [{ box, number: index + 1 }] : []));
  return questionPlaces(question, pointed);
}

function captionOf({ kind, place, received_at }: QueueEntry): string {
  return kind === "choice" && received_at !== null
    ? `The new page: ${place}, received ${formatDate(received_at)}`
    : place;
}
