import { count } from "../../../core/basics/texts.ts";
import type { Backups } from "../../../server/contract/backups.ts";
import { useCall } from "../../calls/calls.ts";
import { FormFailure } from "../../components/controls.tsx";
import { Answers, Panel } from "../../components/page-parts.tsx";
import { formatDate, formatSize } from "../../format.ts";
import { pageData } from "../../page-data.ts";

/** What the server backs up by itself, and what it kept last. */
export function BackupsPanel() {
  return (
    <Panel title="Backups">
      <Answers to={[useCall("getBackups", {})]} waiting={null}>
        {(backups) => <BackupsText {...backups} />}
      </Answers>
    </Panel>
  );
}

function BackupsText({ schedule, newest, failure, running, lost_files: lost }: Backups) {
  if (schedule === null) return <p className="muted">The server makes no backups by itself: BACKUP_DIR is not set.</p>;
  return (
    <>
      {failure !== null && (
        <FormFailure>
          The backup of {formatDate(failure.at)} failed. {failure.message} The server tries again within an hour.
        </FormFailure>
      )}
      {lost > 0 && (
        <FormFailure color="amber">
          The newest backup is good, but it lacks {count(lost, "file")}, missing or damaged on the server. To list them,
          stop the server and run: circuitgrade doctor
        </FormFailure>
      )}
      <p className="muted">
        {newest === null
          ? "There is no backup yet."
          : `The newest is of ${formatDate(newest.at)}: ${newest.name}, ${formatSize(newest.bytes)}.`}
        {running && " One is being made now."}
      </p>
      <p className="muted">
        Every day at {schedule.time} ({pageData().site.timezone}) into {schedule.folder},{" "}
        {schedule.encrypted ? "encrypted" : "not encrypted"}. Kept: the newest {schedule.keep}, each for at most{" "}
        {count(schedule.days, "day")}.
      </p>
    </>
  );
}
