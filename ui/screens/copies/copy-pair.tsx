import { Badge, Card, Heading } from "@radix-ui/themes";
import { useState } from "react";
import { chanceText, sharingText } from "../../../core/similarity/copies/pair-words.ts";
import type { ComparedFile, Copies } from "../../../server/contract/results/copies.ts";
import { pathOf } from "../../api.ts";

interface CopyPairProps {
  readonly pair: Copies["pairs"][number];
  readonly taskId: string;
  readonly openAtFirst: boolean;
}

/** Two drawings with their similarity; when open, they are side by side at one scale, with their pages below. */
export function CopyPairSection({ pair, taskId, openAtFirst }: CopyPairProps) {
  const [open, setOpen] = useState(openAtFirst);
  const [a, b] = pair.files;
  const names = [a, b].map((file) => nameOf(file, taskId));
  return (
    <li>
      <Card asChild>
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            <Heading as="h3" size="4" className="copies-names">
              {names.join(" and ")}
            </Heading>
            <Badge color="amber">{Math.round(100 * pair.likeness)} % alike</Badge>
            <span className="copies-words">
              Item {a.item_number}; {chanceText(pair.expected)}; {sharingText(pair.sharing)}.
            </span>
          </summary>
          {open && (
            <>
              <div className="copies-picture">
                <img
                  src={pathOf("getCopyPair", { params: { fileId: a.id }, query: { other: b.id } })}
                  alt={`The drawings of ${names.join(" and ")} at one scale, with matching gates linked`}
                />
              </div>
              <div className="copies-pages">
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
            </>
          )}
        </details>
      </Card>
    </li>
  );
}

function nameOf({ student_id, task_id, task_title }: ComparedFile, taskId: string): string {
  return task_id === taskId ? student_id : `${student_id} (${task_title})`;
}
