import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { displayExpression } from "../../../../core/boolean/forms.ts";
import { taskPath } from "../../../../server/contract/pages.ts";
import type { Grades, SpreadView } from "../../../../server/contract/results/grades.ts";
import { counted as countedText } from "../../../format.ts";
import { groupKey } from "../../answer-groups/group-words.ts";
import { pointsNumber, rangeText } from "./grade-words.ts";

interface ScaleFiguresProps {
  readonly title: string;
  /** Null if nobody has points yet. */
  readonly spread: SpreadView | null;
  readonly maximum: number;
  /** What has points: students or pages. */
  readonly counted: string;
  readonly children?: ReactNode;
}

export function ScaleFigures({ title, spread, maximum, counted, children }: ScaleFiguresProps) {
  return (
    <article>
      <Heading as="h2" size="3">
        {title}
      </Heading>
      {spread === null ? (
        <p className="muted">No confirmed points yet.</p>
      ) : (
        <>
          <p>
            Mean <strong>{pointsNumber(spread.mean)}</strong>, median <strong>{pointsNumber(spread.median)}</strong> of{" "}
            {maximum} · {countedText(spread.count, counted)}
          </p>
          <Histogram spread={spread} counted={counted} label={`${title}: points`} />
        </>
      )}
      {children}
    </article>
  );
}

interface ItemFiguresProps {
  readonly item: Grades["items"][number];
  readonly taskId: string;
}

export function ItemFigures({ item: { item, maximum, spread, mistake }, taskId }: ItemFiguresProps) {
  return (
    <ScaleFigures title={`Item ${item}`} spread={spread} maximum={maximum} counted="page">
      {mistake !== null && (
        <p>
          Most common mistake: <Mistake mistake={mistake} />{" "}
          <Link to={`${taskPath(taskId, "review")}&group=${encodeURIComponent(groupKey({ item, id: mistake.id }))}`}>
            Show them
          </Link>
        </p>
      )}
    </ScaleFigures>
  );
}

/** What the pages have in common: '12 pages compute A + B for OUT 1 instead of A ⊕ B.' */
function Mistake({ mistake: { size, rows } }: { readonly mistake: NonNullable<ItemFiguresProps["item"]["mistake"]> }) {
  const row = rows.find(({ matches }) => !matches);
  const pages = countedText(size, "page");
  if (row === undefined) return `${pages} lose points in the same way.`;
  if (row.drawn === null) return `${pages} have no ${row.output}.`;
  return (
    <>
      {pages} compute <code className="mono">{displayExpression(row.drawn)}</code> for {row.output} instead of{" "}
      <code className="mono">{displayExpression(row.expression)}</code>.
    </>
  );
}

interface HistogramProps {
  readonly spread: SpreadView;
  readonly counted: string;
  readonly label: string;
}

function Histogram({ spread: { histogram }, counted, label }: HistogramProps) {
  const most = Math.max(...histogram.map(({ count }) => count));
  return (
    <ol className="grades-histogram" aria-label={label}>
      {histogram.map((bar) => (
        <li key={bar.from}>
          <span className="visually-hidden">
            {rangeText(bar)} points: {countedText(bar.count, counted)}
          </span>
          <span aria-hidden="true" className="grades-count">
            {bar.count > 0 && bar.count}
          </span>
          <span
            aria-hidden="true"
            className="grades-bar"
            style={{ height: `calc((100% - 40px) * ${bar.count / most})` }}
          />
          <span aria-hidden="true" className="grades-range">
            {rangeText(bar)}
          </span>
        </li>
      ))}
    </ol>
  );
}
