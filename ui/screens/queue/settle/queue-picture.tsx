import type { GradeRows } from "../../../../server/contract/results/file.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { useCall, useOpenTask } from "../../../calls/calls.ts";
import { drawnFact, ExpressionFacts } from "../../../components/grading/expression-facts.tsx";
import { MarkedPicture, PICTURE_WIDTH, Zoomable } from "../../../components/grading/marked-picture.tsx";
import { questionPlaces } from "../../../components/grading/reading-question.tsx";
import { compareTables } from "../../../components/grading/tables/comparison.ts";
import { TruthTables } from "../../../components/grading/tables/truth-tables.tsx";
import { Answers, Loading } from "../../../components/page-parts.tsx";
import { formatDate, ofWidth } from "../../../format.ts";

/**
 * The page with every place marked that a reason names, or in which the readings of its question differ; of a page that
 * is nobody's also its header, large.
 */
export function QueuePicture({ entry, pointed }: { readonly entry: QueueEntry; readonly pointed: number | null }) {
  return (
    <>
      {entry.corner_url !== null && (
        <figure>
          <img src={entry.corner_url} alt="The top of the page with name, ID and QR code" />
          <figcaption className="note">The top of the page, enlarged</figcaption>
        </figure>
      )}
      <figure>
        <MarkedPicture
          key={entry.id}
          address={entry.picture_url}
          alt={`The page: ${entry.place}`}
          width={entry.width}
          height={entry.height}
          drawing={entry.drawing}
          marks={markedBoxes(entry, pointed).map((mark) => ({ ...mark, colour: "#d6163a" }))}
        />
        <figcaption className="note">{captionOf(entry)}</figcaption>
      </figure>
      {entry.rival && (
        <figure>
          <Zoomable>
            <img src={ofWidth(entry.rival.picture_url, PICTURE_WIDTH)} alt={`The other page: ${entry.rival.place}`} />
          </Zoomable>
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
  if (question === null) return reasons.flatMap(({ box }, index) => (box ? [{ box, name: `${index + 1}` }] : []));
  return questionPlaces(question, pointed).map(({ box, letter }) => ({ box, name: letter }));
}

function captionOf({ kind, place, received_at }: QueueEntry): string {
  return kind === "choice" && received_at !== null
    ? `The new page: ${place}, received ${formatDate(received_at)}`
    : place;
}

export function PageTables({ entry }: { readonly entry: Pick<QueueEntry, "id" | "outputs"> }) {
  const live = useOpenTask().id;
  const tables = useCall("getGradeRows", { params: { fileId: entry.id } }, { live });
  const read = entry.outputs.map(({ name, expression }) => ({ output: name, expression }));
  return (
    <Answers to={[tables]} waiting={<Loading words="Loading the tables" />}>
      {(grade) => (
        <>
          <ExpressionFacts facts={grade.rows.length > 0 ? grade.rows.map(factOf) : read} />
          <TruthTables comparison={compareTables(grade)} />
        </>
      )}
    </Answers>
  );
}

function factOf({ output, expression, drawn }: GradeRows["rows"][number]) {
  return drawnFact(output, expression, drawn?.expression ?? null);
}
