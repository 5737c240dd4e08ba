import { Badge, Card } from "@radix-ui/themes";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { chanceText, looksCopied, sharingText } from "../../../../core/similarity/copies/pair-words.ts";
import { evaluatorPath } from "../../../../server/contract/pages.ts";
import type { ComparedFile } from "../../../../server/contract/results/copies.ts";
import { pathOf } from "../../../api.ts";
import { useOpenTask } from "../../../calls/calls.ts";
import { SmallButton } from "../../../components/controls.tsx";
import { PICTURE_WIDTH, Zoomable } from "../../../components/grading/marked-picture.tsx";
import { type AlikePair, likenessText } from "./alike-files.ts";

interface PairListProps {
  readonly file: ComparedFile;
  readonly pairs: readonly AlikePair[];
  readonly action: ReactNode;
  onDismiss(files: readonly string[]): Promise<void>;
}

/** A drawing next to each one that is like it; the first pair is open. */
export function PairList({ file, pairs, action, onDismiss }: PairListProps) {
  const { id: taskId } = useOpenTask();
  return (
    <section className="spaced" aria-labelledby="pairs">
      <div className="row between">
        <h3 id="pairs">Drawings like the one of {nameOf(file, taskId)}</h3>
        {action}
      </div>
      <ul className="spaced tight" aria-label="Pairs">
        {pairs.map((pair, index) => (
          <PairSection
            key={pair.files
              .map(({ id }) => id)
              .sort()
              .join(" ")}
            pair={pair}
            openAtFirst={index === 0}
            onDismiss={onDismiss}
          />
        ))}
      </ul>
    </section>
  );
}

interface PairSectionProps extends Pick<PairListProps, "onDismiss"> {
  readonly pair: AlikePair;
  readonly openAtFirst: boolean;
}

function PairSection({ pair: { files, layout, within, isCompared }, openAtFirst, onDismiss }: PairSectionProps) {
  const { id: taskId } = useOpenTask();
  const [open, setOpen] = useState(openAtFirst);
  const [a, b] = files;
  const name = pairName(files, taskId);
  return (
    <li>
      <Card asChild>
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <h4 className="similar-names">{name}</h4>
            {layout && <Badge color="amber">{likenessText(layout)}</Badge>}{" "}
            {within && <Badge color="gray">within ±{LIMITS.similarityMargin}</Badge>}
            {layout && (
              <small>
                Item {a.item_number}; {chanceText(layout)}; {sharingText(layout)}
                {looksCopied(layout) ? "." : ": one page may be misread, or changed after copying."}
              </small>
            )}
          </summary>
          {open && (
            <div className="spaced">
              {isCompared && (
                <img
                  className="on-white box"
                  src={pathOf("getCopyPair", { params: { fileId: a.id }, query: { other: b.id } })}
                  alt={`The drawings of ${name} at one scale, with matching gates linked`}
                />
              )}
              <div className="columns equal">
                {files.map((file) => (
                  <figure key={file.id}>
                    <Zoomable>
                      <img
                        src={pathOf("getPagePicture", {
                          params: { fileId: file.id },
                          query: { width: PICTURE_WIDTH, part: "drawing" },
                        })}
                        alt={`The page of ${nameOf(file, taskId)}`}
                        loading="lazy"
                      />
                    </Zoomable>
                    <figcaption>
                      <Link className="touch-link" to={evaluatorPath(file.task_id, file.id)}>
                        {nameOf(file, taskId)}
                      </Link>
                    </figcaption>
                  </figure>
                ))}
              </div>
              <SmallButton onClick={() => void onDismiss([a.id, b.id])}>Dismiss this pair</SmallButton>
            </div>
          )}
        </details>
      </Card>
    </li>
  );
}

/** '20230001 and 20230002 (Quiz 1)': with the task's title if it is another one. */
export function pairName(files: AlikePair["files"], taskId: string): string {
  return files.map((file) => nameOf(file, taskId)).join(" and ");
}

export function nameOf({ student_id, task_id, task_title }: ComparedFile, taskId: string): string {
  return task_id === taskId ? student_id : `${student_id} (${task_title})`;
}
