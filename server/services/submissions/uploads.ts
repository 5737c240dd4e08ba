import { eq } from "drizzle-orm";
import { MINUTE } from "../../../core/basics/durations.ts";
import { groupBy } from "../../../core/basics/group-by.ts";
import { fileNamesMessage, parseFileName } from "../../../core/rules/files/file-name.ts";
import { handInName } from "../../../core/rules/files/upload-check.ts";
import { UPLOAD } from "../../../core/rules/limits.ts";
import { isStudentId, typedStudentId, WRONG_STUDENT_ID } from "../../../core/rules/students/student-id.ts";
import type { AppContext } from "../../context.ts";
import type { Receipt, UploadResponse } from "../../contract/results/file.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { tasks } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { isDiskNearlyFull } from "../../storage/disk-reserve.ts";
import { type ReceivedFile, receiveFiles } from "../../uploads/receive.ts";
import { accessToTasks } from "../access/task-access.ts";
import { notifyHandIn } from "../notifications/notify-hand-in.ts";
import { linkOfUpload } from "../release/result-link.ts";
import { lastExtensions } from "../tasks/last-extensions.ts";
import { taskItems } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import { provenBy, receiptOf } from "./receipts.ts";
import type { Recipient } from "./recipient.ts";
import { type Ruling, storeSubmission } from "./store-submission.ts";
import type { Submission } from "./submissions.ts";
import { countLate, countPage, countStray, tooMany } from "./upload-rates.ts";
import { judgeFile, type OtherReason, ownTask, type UploadVerdict } from "./upload-verdict.ts";

interface UploadRequest {
  readonly request: Request;
  readonly user: SessionUser | null;
  readonly address: string;
  /** Null: the field `task_id` names it. */
  readonly taskId: string | null;
  /** Every field, as sent. */
  onField?(name: string, value: string): void;
}

/**
 * Takes the files of an upload: each is checked by name, type, size, QR code, task, enrolment and the student's due
 * date. What the response acknowledges is on the disk and in the database, with the job that reads it.
 */
export async function acceptUpload(
  context: AppContext,
  { request, user, address, taskId, onField }: UploadRequest,
): Promise<UploadResponse> {
  const began = context.now();
  let recipient: Recipient | null = null;
  const proven = new Set<string>();
  let secret: string | null = null;
  let studentId = "";
  const room = context.draftRoom.enter(address);
  let files: readonly ReceivedFile[] = [];
  try {
    files = await receiveFiles(request, {
      store: context.files,
      fieldBytes: { receipts: RECEIPTS_BYTES },
      signal: room.signal,
      checkRoom: room.grow,
      onField(name, value) {
        onField?.(name, value);
        if (name === "receipts") for (const id of provenBy(context, value)) proven.add(id);
        if (name === "hand_in" && SECRET.test(value)) secret = value;
        if (name === "student_id") studentId = typedStudentId(value);
      },
      begin: async (named) => {
        recipient = await findRecipient(context, { taskId: taskId ?? named, user, time: began, address });
      },
      nameOf(filename, item) {
        if (recipient === null || studentId === "") return filename;
        if (!isStudentId(studentId)) throw new Refusal(400, { code: "student-id", message: WRONG_STUDENT_ID });
        return handInName(filename, { studentId, type: recipient.task.examType, item: Number(item) });
      },
      wants: (filename) => mayBeMeant(context, { filename, recipient: recipient! }),
    }).catch(async (error: unknown) => {
      // A request that breaks off costs as much as rubbish.
      if (recipient !== null) await countStray(context, recipient);
      throw error;
    });
    const time = handedInAt({ began, ended: context.now() });
    const upload = { files, recipient: recipient!, time, studentId, proven, secret, signal: room.signal };
    return await takeFiles(context, upload);
  } finally {
    await Promise.all(files.map(({ draft }) => draft?.discard()));
    room.leave();
  }
}

/** Receipts of a student who handed in each item of the largest task 30 times. */
const RECEIPTS_BYTES = 256 * 1024;

/** At least 128 random bits. */
const SECRET = /^[\w-]{22,64}$/;

/**
 * The beginning counts, so that no connection is too slow; but keeping one open for days would give a student more
 * time.
 */
function handedInAt({ began, ended }: { began: number; ended: number }): number {
  return ended - began > UPLOAD.minutes * MINUTE ? ended : began;
}

async function findRecipient(
  context: AppContext,
  { taskId, user, time, address }: { taskId: string; user: SessionUser | null; time: number; address: string },
): Promise<Recipient> {
  const { db } = context;
  const [task] = await db.query.select().from(tasks).where(eq(tasks.id, taskId));
  if (!task) throw (await countStray(context, { address, task: null })) ?? notFound(TEXTS.task.removed);
  const role = user && (await accessToTasks(db.query, user.id, [task])).get(task.id)?.role;
  const uploadedBy = role === "owner" || role === "co-instructor" ? "instructor" : "student";
  if (uploadedBy === "student" && (await lastDue(db.query, task)) <= time) {
    await countLate(context, { address, task });
    throw closed();
  }
  return { task, items: new Set(await taskItems(db.query, taskId)), uploadedBy, address };
}

/** Whether a student of the task can have meant a file of this name: no other is stored. */
async function mayBeMeant(context: AppContext, { filename, recipient }: { filename: string; recipient: Recipient }) {
  const { task, items } = recipient;
  const name = parseFileName(filename, task.examType);
  return name !== null && items.has(name.item) && (await ownTask(context, recipient, name.studentId)) !== null;
}

/** When the last student's time is up: after that no file is received or read only to be refused. */
async function lastDue(query: Query, { id, dueAt }: Recipient["task"]): Promise<number> {
  const last = (await lastExtensions(query, [id])).get(id);
  return Math.max(dueAt, last?.dueAt ?? 0);
}

interface Upload {
  readonly files: readonly ReceivedFile[];
  readonly recipient: Recipient;
  /** When it counts as handed in. */
  readonly time: number;
  /** As typed; empty if it was not. */
  readonly studentId: string;
  /** The submissions whose receipts came with it, and those that it has made so far. */
  readonly proven: Set<string>;
  /** What the browser sent so that its uploads share a link; null for nothing. */
  readonly secret: string | null;
  /** Ends it with its reason while files are judged. */
  readonly signal: AbortSignal;
}

/** Each file is stored or refused by itself: rubbish in an upload does not cost its good files. */
async function takeFiles(
  context: AppContext,
  { files, recipient, time, studentId, proven, secret, signal }: Upload,
): Promise<UploadResponse> {
  if (files.length === 0) {
    const message = recipient.uploadedBy === "student" ? TEXTS.files.noFileForItems : TEXTS.files.noFiles;
    throw (await countStray(context, recipient)) ?? new Refusal(400, { code: "no-files", message });
  }
  const verdicts: UploadVerdict[] = [];
  // One at a time: an upload with many files lets others in between.
  for (const file of files) {
    signal.throwIfAborted();
    const verdict = await judgeFile(context, file, { recipient, time, studentId });
    const excess = isRubbish(verdict) ? await countStray(context, recipient) : null;
    // What was stored and looked at is worth its reason: an honest student's blurred picture may be among the rubbish.
    verdicts.push(excess && file.draft === null ? tooMany(excess) : verdict);
  }
  if (verdicts.every(isClosed)) throw closed();
  const receipts: Receipt[] = [];
  const added: { submission: Submission; task: Recipient["task"] }[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict.list !== null) continue;
    const stored = await takeFile(context, { file: files[index]!, verdict, recipient, time, proven, secret });
    if ("refused" in stored) {
      verdicts[index] = stored.refused;
      continue;
    }
    const { submission, isNew, linkId } = stored;
    // Anybody with a copy of the file can send it again, and must neither see the student's results nor replace the page.
    const hasLink = linkId !== null && submission.linkId === linkId;
    const isOwn = isNew || hasLink || proven.has(submission.id);
    if (isOwn) proven.add(submission.id);
    const notice = verdict.asksWhich && recipient.uploadedBy === "student" ? { notice: TEXTS.files.severalSheets } : {};
    receipts.push({ ...receiptOf(context, submission, { token: isOwn, link: hasLink }), ...notice });
    if (isNew) added.push({ submission, task: verdict.task });
  }
  const excesses = verdicts.flatMap((verdict) => (verdict.list === "other" && verdict.excess ? [verdict.excess] : []));
  if (excesses.length === files.length) throw excesses[0]!;
  for (const own of groupBy(added, ({ task }) => task.id).values()) {
    const news = own.map(({ submission }) => submission);
    await announce(context, news, { ...recipient, task: own[0]!.task });
  }
  const named = (list: UploadVerdict["list"]): string[] =>
    files.filter((_, index) => verdicts[index]!.list === list).map(({ filename }) => filename);
  return {
    message: messageFor(files, verdicts, recipient),
    files_uploaded: receipts,
    invalid_files_not_enrolled: named("not_enrolled"),
    invalid_files_not_belonging: named("not_belonging"),
    invalid_files_unreadable_QR: named("unreadable_QR"),
    invalid_files_codes: verdicts.flatMap((verdict, index) => {
      if (verdict.list !== "not_belonging" && verdict.list !== "unreadable_QR") return [];
      const { code } = verdict;
      return [{ filename: files[index]!.filename, code, message: TEXTS.files.codes[code] }];
    }),
    invalid_files_other: verdicts.flatMap((verdict, index) => {
      if (verdict.list !== "other") return [];
      return [{ filename: files[index]!.filename, code: verdict.code, message: verdict.message }];
    }),
  };
}

function isClosed(verdict: UploadVerdict): boolean {
  return verdict.list === "other" && verdict.code === "closed";
}

function isRubbish(verdict: UploadVerdict): boolean {
  return verdict.list !== null && !isClosed(verdict);
}

interface Taking extends Omit<Upload, "files" | "studentId" | "signal"> {
  readonly file: ReceivedFile;
  readonly verdict: Extract<UploadVerdict, { list: null }>;
}

/**
 * Stores a file that passed the checks; refused if there were too many, or if the task does not let another page replace
 * the one that counts.
 */
async function takeFile(context: AppContext, { file, verdict, recipient, time, proven, secret }: Taking) {
  const { draft, filename, size, sha256 } = file;
  const { list: _, task, asksWhich: __, ...place } = verdict;
  const { uploadedBy } = recipient;
  const isStudents = uploadedBy === "student";
  const { studentId, item } = place;
  const handIn = { taskId: task.id, studentId, proven, secret };
  const linkId = isStudents ? await linkOfUpload(context, handIn) : null;
  const own = { ...recipient, task };
  const counted = { recipient: own, studentId, item, size, proven };
  const refused = linkId === null ? null : await countPage(context, { ...counted, linkId });
  if (refused) return { refused };
  const furtherPage = isStudents ? await refusalOfFurtherPage(context, own) : null;
  await draft?.send(sha256);
  const stored = await storeSubmission<OtherReason>(
    context,
    { ...place, task, filename, size, sha256, uploadedBy, receivedAt: time, linkId },
    {
      keep: async () => draft?.keep(sha256),
      proven,
      rule: (_, { before, isKnown }): Ruling<OtherReason> =>
        furtherPage && before && !isKnown ? { refused: furtherPage } : {},
    },
  );
  return { ...stored, linkId };
}

/** Why a student's page may replace no other; null if it may. */
async function refusalOfFurtherPage(context: AppContext, { task }: Recipient): Promise<OtherReason | null> {
  if (!task.allowReplacements) return FINAL;
  return (await isDiskNearlyFull(context.config)) ? NEARLY_FULL : null;
}

const FINAL: OtherReason = { list: "other", code: "no-replacement", message: TEXTS.files.noReplacement };
const NEARLY_FULL: OtherReason = { list: "other", code: "disk-nearly-full", message: TEXTS.files.diskNearlyFull };

/** The whole upload is too late. */
function closed(): Refusal {
  return new Refusal(403, { code: "closed", message: TEXTS.task.closed });
}

/** Whatever goes wrong here must not cost the student the receipt. */
async function announce(context: AppContext, added: readonly Submission[], { task, uploadedBy }: Recipient) {
  try {
    if (uploadedBy === "student") {
      // A page that another one has already replaced needs no notification.
      const news = added.filter(({ counts, rivalId }) => counts || rivalId !== null);
      for (const [studentId, own] of groupBy(news, (submission) => submission.studentId)) {
        await notifyHandIn(context, { task, studentId, items: own.map(({ item }) => item) });
      }
    }
    await settleTask(context, task.id);
  } catch (error) {
    context.log.error("upload-announcement-failed", error, { task: task.id });
  }
}

function messageFor(
  files: readonly ReceivedFile[],
  verdicts: readonly UploadVerdict[],
  { uploadedBy }: Recipient,
): string {
  const taken = verdicts.filter(({ list }) => list === null).length;
  if (taken === files.length) {
    return uploadedBy === "student" ? TEXTS.files.uploaded : TEXTS.files.uploadedByInstructor;
  }
  const misnamed = files.filter((_, index) => {
    const verdict = verdicts[index]!;
    return verdict.list === "other" && verdict.code === "file-name";
  });
  if (misnamed.length > 0) return fileNamesMessage(misnamed.map(({ filename }) => filename));
  return taken === 0 ? TEXTS.files.rejectedHeading : `${taken} of ${files.length} files were uploaded.`;
}
