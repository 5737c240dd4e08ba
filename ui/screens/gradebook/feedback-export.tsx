import { DownloadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { useState } from "react";
import type { Unconfirmed } from "../../../server/contract/results/gradebook.ts";
import { pathOf } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
import { Choice } from "../../components/choice.tsx";
import { LackingLettersNote } from "../../components/lacking-letters.tsx";
import { Segments } from "../../components/segments.tsx";

const EVERYBODY = "everybody";

const FORMATS = [
  { value: "pdf", label: "PDF" },
  { value: "html", label: "HTML" },
] as const;

interface FeedbackExportProps {
  readonly taskId: string;
  readonly namesHidden: boolean;
  readonly unconfirmed: Unconfirmed;
}

export function FeedbackExport({ taskId, namesHidden, unconfirmed }: FeedbackExportProps) {
  const files = useCall("getFiles", { params: { taskId } });
  const unprintable = useCall("getUnprintable", { params: { taskId } });
  const [student, setStudent] = useState(EVERYBODY);
  const [format, setFormat] = useState<"pdf" | "html">("pdf");
  const students = [...new Set((files.data?.files ?? []).map(({ student_id }) => student_id))].sort();
  if (files.data !== null && students.length === 0) return <p>Nobody has handed in anything yet.</p>;
  const one = student === EVERYBODY ? {} : { student_id: student };
  const address = pathOf("getFeedback", { params: { taskId }, query: { ...one, format, unconfirmed } });

  return (
    <div className="spaced tight gradebook-form">
      <Choice
        label="For"
        size="2"
        value={student}
        options={[
          { value: EVERYBODY, label: `Everybody (${students.length}), one ZIP` },
          ...(namesHidden ? [] : students.map((id) => ({ value: id, label: id }))),
        ]}
        onChange={setStudent}
      />
      <Segments label="Format" value={format} options={FORMATS} onChange={setFormat} />
      {/* A page shows what the browser's fonts have, and hidden names are not told. */}
      {format === "pdf" && !namesHidden && unprintable.data && <LackingLettersNote {...unprintable.data.feedback} />}
      <div>
        {/* A class's files take minutes: the browser saves them as they come, and shows how far it is. */}
        <Button asChild variant="soft">
          <a href={address} download>
            <DownloadIcon /> Save feedback
          </a>
        </Button>
      </div>
    </div>
  );
}
