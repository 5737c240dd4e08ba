import { Badge, Card, Heading } from "@radix-ui/themes";
import { useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { chanceText, sharingText } from "../../../core/similarity/copies/pair-words.ts";
import type { ComparedFile, Copies } from "../../../server/contract/results/copies.ts";
import { pathOf } from "../../api.ts";
import { SmallButton } from "../../components/buttons/quiet-button.tsx";

interface CopyPairProps {
  readonly pair: Copies["pairs"][number];
  readonly taskId: string;
  readonly openAtFirst: boolean;
  /** Whether the specification's rule finds the two similar as well. */
  readonly isSimilar: boolean;
  onDismiss(files: readonly string[]): Promise<void>;
}

export function CopyPairSection({ pair, taskId, openAtFirst, isSimilar, onDismiss }: CopyPairProps) {
  const [open, setOpen] = useState(openAtFirst);
  const [a, b] = pair.files;
  const names = [a, b].map((file) => nameOf(file, taskId));
  return (
    <li>
      <Card asChild>
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Heading as="h3" size="4" className="copies-names">
              {pairName(pair.files, taskId)}
            </Heading>
            <Badge color="amber">{Math.round(100 * pair.likeness)} % alike</Badge>{" "}
            {isSimilar && <Badge color="gray">also within ±{LIMITS.similarityMargin}</Badge>}
            <small>
              Item {a.item_number}; {chanceText(pair.expected)}; {sharingText(pair.sharing)}.
            </small>
          </summary>
          {open && (
            <div className="spaced">
              <div className="box copies-picture">
                <img
                  className="on-white"
                  src={pathOf("getCopyPair", { params: { fileId: a.id }, query: { other: b.id } })}
                  alt={`The drawings of ${pairName(pair.files, taskId)} at one scale, with matching gates linked`}
                />
              </div>
              <div className="columns copies-pages">
                {[a, b].map((file, index) => (
                  <figure key={file.id}>
                    <img
                      src={pathOf("getPagePicture", { params: { fileId: file.id }, query: { width: 900 } })}
                      alt={`The page of ${names[index]}`}
                      loading="lazy"
                    />
                    <figcaption>{names[index]}</figcaption>
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
export function pairName(files: Copies["pairs"][number]["files"], taskId: string): string {
  return files.map((file) => nameOf(file, taskId)).join(" and ");
}

function nameOf({ student_id, task_id, task_title }: ComparedFile, taskId: string): string {
  return task_id === taskId ? student_id : `${student_id} (${task_title})`;
}
