import { Badge, Box, Button, Flex, Spinner } from "@radix-ui/themes";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { call } from "../../../api.ts";
import { renewTask, useCall } from "../../../calls/calls.ts";
import { Answers, Loading, Modal, ModalFoot, ModalText, useClosing } from "../../../components/page-parts.tsx";
import { counted, formatDate, formatSize, ofDrawing, ofWidth } from "../../../format.ts";
import { confirmFirst, toast } from "../../../store.ts";
import { HandInBadges, LateBadge } from "../submissions/hand-in-badges.tsx";
import { restorationText, UPLOADER_WORDS } from "./history-words.ts";
import "./submission-history.css";

export function SubmissionHistory({ file }: { readonly file: Submission }) {
  const uploads = useCall("getSubmissionHistory", { params: { fileId: file.id } }, { live: file.task_id });
  const close = useClosing();
  const counting = uploads.data?.submissions.find(({ counts }) => counts);

  function askRestore(chosen: Submission): void {
    confirmFirst({
      title: "Make this upload count?",
      text: restorationText(chosen, counting ?? file),
      action: "Make this one count",
      async run() {
        toast((await call("restoreSubmission", { params: { fileId: chosen.id } })).message);
        close();
        void renewTask(file.task_id);
      },
    });
  }

  return (
    <Modal title={`Uploads of ${file.student_id}, item ${file.item_number}`} maxWidth="680px">
      <ModalText>One of them counts. The others are kept, each with the grade that it was given.</ModalText>
      <Answers to={[uploads]} waiting={<Loading words="Loading the uploads" />}>
        {({ submissions }) => (
          <ul className="rows history-list" aria-label="Uploads">
            {submissions.map((upload) => (
              <Upload key={upload.id} upload={upload} onRestore={askRestore} />
            ))}
          </ul>
        )}
      </Answers>
      <ModalFoot />
    </Modal>
  );
}

function Upload({ upload, onRestore }: { readonly upload: Submission; onRestore(upload: Submission): void }) {
  const received = formatDate(upload.received_at);
  return (
    <li className="row">
      <a href={upload.page_url} target="_blank" rel="noreferrer" aria-label={`Open the picture of ${received}`}>
        <img className="box" src={ofWidth(ofDrawing(upload.page_url), PICTURE_WIDTH)} alt="" loading="lazy" />
      </a>
      <Box flexGrow="1" flexBasis="140px">
        <strong>
          <time dateTime={upload.received_at}>{received}</time>
        </strong>
        <p className="muted">{UPLOADER_WORDS[upload.uploaded_by]}</p>
        <p className="muted">
          <a href={upload.file_url} target="_blank" rel="noreferrer">
            {upload.filename}
          </a>
          , <span className="unbroken">{formatSize(upload.size)}</span>
        </p>
        {upload.unclear_places_seen !== null && (
          <p className="muted">
            The student saw{" "}
            {upload.unclear_places_seen === 0
              ? "that it is clear"
              : counted(upload.unclear_places_seen, "unclear place")}
            .
          </p>
        )}
        <span className="row tight">
          <ReadingBadge file={upload} />
          <LateBadge file={upload} />
          <HandInBadges file={upload} />
        </span>
      </Box>
      <Flex direction="column" align="end" gap="2" className="push">
        <GradeCell file={upload} />
        {upload.counts ? (
          <Badge color="jade">Counts</Badge>
        ) : (
          <Button
            size="1"
            variant="soft"
            aria-label={`Make this one count: ${received}`}
            onClick={() => onRestore(upload)}
          >
            Make this one count
          </Button>
        )}
      </Flex>
    </li>
  );
}

const PICTURE_WIDTH = 240;

/** The grade that was given; before that, the machine's proposal. */
function GradeCell({ file }: { readonly file: Submission }) {
  const { total_grade, proposed_grade, maximum_grade } = file;
  return (
    <div>
      <strong>{total_grade ?? "–"}</strong> / {maximum_grade}
      {total_grade === null && proposed_grade !== null && <p className="note">{proposed_grade} proposed</p>}
    </div>
  );
}

function ReadingBadge({ file }: { readonly file: Submission }) {
  if (file.analysis === "failed") {
    return (
      <Badge color="red" title={file.analysis_error ?? undefined}>
        Not readable
      </Badge>
    );
  }
  if (file.analysis !== "done") {
    return (
      <Badge color="gray">
        <Spinner size="1" />
        Waiting
      </Badge>
    );
  }
  if (file.problem_count > 0) {
    return <Badge color="amber">{counted(file.problem_count, "problem")}</Badge>;
  }
  return <Badge color="jade">Read</Badge>;
}
