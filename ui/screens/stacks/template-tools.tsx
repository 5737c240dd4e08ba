import { FileTextIcon, PersonIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import { useState } from "react";
import { NOT_UTF8, utf8Text } from "../../../core/rules/files/csv-text.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call, messageOf } from "../../api.ts";
import { useAction } from "../../calls/use-action.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { FileButton } from "../../components/file-button.tsx";
import { LackingLettersNote } from "../../components/lacking-letters.tsx";
import { Notice } from "../../components/notice.tsx";
import { counted } from "../../format.ts";
import { saveAnswer } from "../../save-file.ts";
import { toast } from "../../store.ts";

export function TemplateTools({ task }: { readonly task: Task }) {
  const roster = useCall("getRoster", { params: { classId: task.class_id } });
  const unprintable = useCall("getUnprintable", { params: { taskId: task.id } });
  const { busy, run: download } = useAction(() =>
    saveAnswer(call("getPersonalTemplates", { params: { taskId: task.id } }), `${task.title} - personal templates.pdf`),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const students = roster.data?.students ?? [];
  const nameless = students.filter(({ name }) => name === "").length;

  async function takeNames(file: File): Promise<void> {
    setProblem(null);
    try {
      const csv = utf8Text(await file.arrayBuffer());
      if (csv === null) return setProblem(NOT_UTF8);
      const answer = await call("setRosterNames", { params: { classId: task.class_id }, body: { csv } });
      roster.setData(() => ({ students: answer.students }));
      void unprintable.reload();
      toast(answer.message);
      if (answer.not_enrolled.length > 0) {
        setProblem(`Not enrolled, so left out: ${answer.not_enrolled.join(", ")}`);
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
  }

  return (
    <section className="panel panel-body spaced" aria-labelledby="stack-templates">
      <h2 id="stack-templates">Personal templates</h2>
      <Answers to={[roster]} waiting={null}>
        {() => (
          <p>
            {counted(students.length * task.answer_keys.length, "page")} for {counted(students.length, "student")} and{" "}
            {counted(task.answer_keys.length, "item")}, with name, ID and a signed QR code.
            {nameless > 0 && ` ${counted(nameless, "student")} without a name: the field stays empty.`}
          </p>
        )}
      </Answers>
      <Flex gap="2" wrap="wrap">
        <Button disabled={busy || students.length === 0} onClick={() => void download()}>
          <FileTextIcon /> {busy ? "Preparing..." : "Download the templates"}
        </Button>
        <FileButton
          variant="soft"
          color="gray"
          label="Roster with names"
          accept=".csv,text/csv"
          onFile={(file) => void takeNames(file)}
        >
          <PersonIcon /> Upload names
        </FileButton>
      </Flex>
      <p className="field-hint">
        Names come from a CSV with the columns <code>student_id</code> and <code>name</code>.
      </p>
      {unprintable.data && <LackingLettersNote {...unprintable.data.templates} />}
      {problem && (
        <Notice color="amber" role="alert">
          {problem}
        </Notice>
      )}
    </section>
  );
}
