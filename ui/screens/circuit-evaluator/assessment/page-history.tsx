import { Button } from "@radix-ui/themes";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import { dimmed } from "../../../components/controls.tsx";
import { formatDate } from "../../../format.ts";
import { useTakingBack } from "../tools/use-tools.ts";

/** What people said of the page, newest first, each with a button that takes it back. */
export function PageHistory({ history }: Pick<GradeRows, "history">) {
  const { busy, takeBack } = useTakingBack();
  if (history.length === 0) return null;
  return (
    <section className="spaced tight" aria-labelledby="ce-log-title">
      <h3 id="ce-log-title">History</h3>
      <ol className="note spaced tight ce-log">
        {history.map(({ number, text, by, at, taken_back: isTakenBack }) => (
          <li key={number}>
            {isTakenBack ? <s>{text}</s> : <strong>{text}</strong>} by {by || "somebody"}, {formatDate(at)}
            {!isTakenBack && (
              <Button
                size="1"
                variant="ghost"
                {...dimmed(busy)}
                aria-label={`Take back: ${text}`}
                onClick={() => takeBack(number)}
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
