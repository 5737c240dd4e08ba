import { MINUTE } from "../../../core/basics/durations.ts";
import { groupBy } from "../../../core/basics/group-by.ts";
import { fileNamesMessage, parseFileName } from "../../../core/rules/files/file-name.ts";
import { handInName } from "../../../core/rules/files/upload-check.ts";
import { UPLOAD } from "../../../core/rules/limits.ts";
import { isStudentId, typedStudentId, WRONG_STUDENT_ID } from "../../../core/rules/students/student-id.ts";
import type { AppContext } from "../../context.ts";
import type { Receipt, UploadResponse } from "../../contract/results/file.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { RequestContext, SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { isDiskNearlyFull } from "../../storage/disk-reserve.ts";
import { type ReceivedFile, receiveUpload } from "../../uploads/receive.ts";
import { ownTask } from "../access/task-access.ts";
import { type HandInNews, notifyHandIn, publishHandIns } from "../notifications/notify-hand-in.ts";
import { linkOfUpload } from "../release/result-link.ts";
import { settleTask } from "../tasks/task-state.ts";
import { provenBy, receiptOf } from "./receipts.ts";
import { closed, findRecipient, type Recipient } from "./recipient.ts";
import type { Standing } from "./standing.ts";
import { type Ruling, storeSubmission } from "./store-submission.ts";
import { countPage, countStray } from "./upload-rates.ts";
import { CLOSED, judgeFile, type OtherReason, type UploadVerdict } from "./upload-verdict.ts";

interface UploadRequest {
  readonly c: RequestContext;
  readonly user: SessionUser | null;
  /** Null: the field `task_id` names it. */
  readonly taskId: string | null;
  /** Gets every field, as sent. */
  readonly fields?: Map<string, string>;
}

/**
 * Takes the files of an upload: each is checked by name, type, size, QR code, task, enrolment and the student's due
 * date. What the response acknowledges is on the disk and in the database, with the job that reads it.
 */
export async function acceptUpload(
  context: AppContext,
  { c, user, taskId, fields = new Map() }: UploadRequest,
): Promise<UploadResponse> {
  const began = context.now();
  const [address, body] = [c.get("address"), c.get("body")];
  const typedId = () => typedStudentId(fields.get("student_id") ?? "");
  const { begun: recipient, files } = await receiveUpload(c.req.raw, {
    store: context.files,
    fieldBytes: { receipts: RECEIPTS_BYTES },
    signal: body?.signal,
    checkRoom: body?.grow,
    fields,
    begin: (named) => recipientOf(context, { taskId: taskId ?? named, user, time: began, address }),
    nameOf: (filename, item, { task }) => nameWithId(filename, { studentId: typedId(), type: task.examType, item }),
    wants: mayBeMeant,
    // A request that breaks off costs as much as rubbish.
    brokeOff: (begun) => countStray(context, begun),
  });
  try {
    // The instructor may have left the class, or logged out, while it arrived.
    if (recipient.uploadedBy === "instructor") {
      await ownTask(context, c.get("session")?.user.id ?? "", recipient.task.id);
    }
    const time = handedInAt({ began, ended: context.now() });
    const proven = provenBy(context, fields.get("receipts") ?? "");
    const secret = SECRET.exec(fields.get("hand_in") ?? "")?.[0] ?? null;
    const upload = { files, recipient, time, studentId: typedId(), proven, secret, signal: body?.signal };
    return await takeFiles(context, upload);
  } finally {
    await Promise.all(files.map(({ draft }) => draft?.discard()));
  }
}

/** @throws {Refusal} if there is no such task, or students may no longer hand it in. */
async function recipientOf(context: AppContext, finding: Parameters<typeof findRecipient>[1]): Promise<Recipient> {
  const recipient = await findRecipient(context, finding);
  if (recipient) return recipient;
  throw (await countStray(context, { address: finding.address, task: null })) ?? notFound(TEXTS.task.removed);
}

/** The name that a file is handed in under if its student's ID was typed; else its own. */
function nameWithId(
  filename: string,
  { studentId, type, item }: { studentId: string; type: Recipient["task"]["examType"]; item: string },
): string {
  if (studentId === "") return filename;
  if (!isStudentId(studentId)) throw new Refusal(400, { code: "student-id", message: WRONG_STUDENT_ID });
  return handInName(filename, { studentId, type, item: Number(item) });
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

/** Whether a student of the task can have meant a file of this name: no other is stored. */
async function mayBeMeant(filename: string, { task, items, standingOf }: Recipient): Promise<boolean> {
  const name = parseFileName(filename, task.examType);
  return name !== null && items.has(name.item) && (await standingOf(name.studentId)) !== null;
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
  readonly signal: AbortSignal | undefined;
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
    signal?.throwIfAborted();
    const verdict = await judgeFile(context, file, { recipient, time, studentId });
    const excess = isRubbish(verdict) ? await countStray(context, recipient) : null;
    // What was stored and looked at is worth its reason: an honest student's blurred picture may be among the rubbish.
    const isCutShort = excess !== null && file.draft === null;
    verdicts.push(isCutShort ? { list: "other", code: excess.code, message: excess.message, excess } : verdict);
  }
  const receipts: Receipt[] = [];
  const links = new Map<Standing, string>();
  const added: { task: Recipient["task"]; news: HandInNews | null }[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict.list !== null) continue;
    const stored = await takeFile(context, { file: files[index]!, verdict, recipient, time, proven, secret, links });
    if ("refused" in stored) {
      verdicts[index] = stored.refused;
      continue;
    }
    const { submission, isNew, linkId, news } = stored;
    // Anybody with a copy of the file can send it again, and must neither see the student's results nor replace the page.
    const hasLink = linkId !== null && submission.linkId === linkId;
    const isOwn = isNew || hasLink || proven.has(submission.id);
    if (isOwn) proven.add(submission.id);
    const notice = verdict.asksWhich && recipient.uploadedBy === "student" ? { notice: TEXTS.files.severalSheets } : {};
    receipts.push({ ...receiptOf(context, submission, { token: isOwn, link: hasLink }), ...notice });
    if (isNew) added.push({ task: verdict.standing.task, news });
  }
  if (verdicts.every(isClosed)) throw closed();
  const excesses = verdicts.flatMap((verdict) => (verdict.list === "other" && verdict.excess ? [verdict.excess] : []));
  if (excesses.length === files.length) throw excesses[0]!;
  for (const [taskId, own] of groupBy(added, ({ task }) => task.id)) {
    const news = own.map((each) => each.news);
    await announce(context, taskId, news);
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
  /** The links of this upload's pages: each student has one. */
  readonly links: Map<Standing, string>;
}

/**
 * Stores a file that passed the checks; refused if there were too many, if its student may no longer hand in, or if the
 * task does not let another page replace the one that counts.
 */
async function takeFile(context: AppContext, taking: Taking) {
  const { file, verdict, recipient, time, proven } = taking;
  const { draft, filename, size, sha256 } = file;
  const { list: _, standing, asksWhich: __, ...place } = verdict;
  const { uploadedBy } = recipient;
  const { studentId, item } = place;
  const { task } = standing;
  const isStudents = uploadedBy === "student";
  const linkId = isStudents ? linkFor(taking) : null;
  const counted = { task, address: recipient.address, standing, studentId, item, size, proven };
  const refused = linkId === null ? null : await countPage(context, { ...counted, linkId });
  if (refused) return { refused };
  const nearlyFull = isStudents && (await isDiskNearlyFull(context.config));
  await draft?.send(sha256);
  const stored = await storeSubmission<UploadVerdict, HandInNews | null>(
    context,
    { ...place, task, filename, size, sha256, uploadedBy, receivedAt: time, linkId },
    {
      keep: async () => draft?.keep(sha256),
      proven,
      rule(_, now): Ruling<UploadVerdict> {
        // What was true when the file began to arrive may have changed.
        if (now.dueAt === null) return { refused: { list: "not_enrolled" } };
        if (!isStudents) return {};
        if (now.dueAt <= time) return { refused: CLOSED };
        if (!now.before || now.isKnown) return {};
        if (!now.task.allowReplacements) return { refused: FINAL };
        return nearlyFull ? { refused: NEARLY_FULL } : {};
      },
      after: async (query, submission) => (isStudents ? notifyHandIn(context, query, submission) : null),
    },
  );
  return { ...stored, linkId };
}

function linkFor({ links, verdict: { standing, studentId }, proven, secret }: Taking): string {
  const handIn = { taskId: standing.task.id, studentId, proven, secret };
  const link = links.get(standing) ?? linkOfUpload(standing.pages, handIn);
  links.set(standing, link);
  return link;
}

const FINAL: OtherReason = { list: "other", code: "no-replacement", message: TEXTS.files.noReplacement };
const NEARLY_FULL: OtherReason = { list: "other", code: "disk-nearly-full", message: TEXTS.files.diskNearlyFull };

/** Whatever goes wrong here must not cost the student the receipt. */
async function announce(context: AppContext, taskId: string, news: readonly (HandInNews | null)[]): Promise<void> {
  try {
    const students = news.filter((each) => each !== null);
    publishHandIns(context, students);
    // Most pages of a class change nothing.
    if (students.length < news.length || students.some((each) => each.mayBeNews)) await settleTask(context, taskId);
  } catch (error) {
    context.log.error("upload-announcement-failed", error, { task: taskId });
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
