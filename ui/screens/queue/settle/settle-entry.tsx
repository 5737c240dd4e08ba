import { Badge, Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import type { Queue } from "../../../../server/contract/tasks/stack.ts";
import { ownerText } from "../queue-list.ts";
import { PageTables } from "./page-tables.tsx";
import { QueuePicture } from "./queue-picture.tsx";
import { SettleFile } from "./settle-file.tsx";
import { SettlePage } from "./settle-page.tsx";
import { type SettledEntry, type SettleProps, useSettling } from "./use-settling.ts";

export function SettleEntry({ queue, ...given }: SettledEntry & { readonly queue: Queue }) {
  const { entry, busy } = given;
  const settling = useSettling(given);
  const shared = { entry, busy, settling };
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <>
      <Flex direction="column" gap="14px">
        <Flex align="center" gap="2" wrap="wrap">
          <Badge color={entry.kind === "page" ? "red" : "amber"}>{entry.label}</Badge>
          <strong>{ownerText(entry)}</strong>
          <span>{entry.student_name}</span>
        </Flex>
        <ol className="bullets">
          {entry.reasons.map(({ message, box }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reason's number is its name in the picture
            <li key={index} className={box ? "queue-marked" : undefined}>
              {message}
            </li>
          ))}
        </ol>
        {entry.kind === "choice" && <SettleChoice {...shared} />}
        {entry.kind === "page" && <SettlePage {...shared} queue={queue} />}
        {entry.kind === "file" && <SettleFile {...shared} onPoint={setPointed} />}
      </Flex>
      <div className="spaced queue-pictures">
        <QueuePicture entry={entry} pointed={pointed} />
        {entry.kind === "file" && <PageTables taskId={settling.task.id} entry={entry} />}
      </div>
    </>
  );
}

function SettleChoice({ entry, busy, settling }: SettleProps) {
  const { rival, reading_grade: reading, maximum_grade: maximum } = entry;
  const grade = rival?.graded ? `: ${rival.total_grade} of ${maximum}` : "";
  return (
    <>
      <Flex gap="2" wrap="wrap">
        <Button disabled={busy} onClick={() => settling.choose(true)}>
          {rival?.counts ? "Replace it by the new page" : "Let the new page count"} <kbd>A</kbd>
        </Button>
        <Button variant="soft" color="gray" disabled={busy} onClick={() => settling.choose(false)}>
          {rival?.counts ? `Keep the earlier page${grade}` : "Let the earlier page count"} <kbd>X</kbd>
        </Button>
      </Flex>
      <p className="field-hint">
        {reading !== null && `The new page was read: ${reading} of ${maximum}. `}
        The other page stays in the history and can be made to count later.
      </p>
    </>
  );
}
