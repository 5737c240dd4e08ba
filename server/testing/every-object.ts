import { eq } from "drizzle-orm";
import sharp from "sharp";
import { resultsManifest } from "../../core/results/results-manifest.ts";
import { newId } from "../adapters/random.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import {
  accessTokens,
  analyses,
  extensions,
  gradeBatches,
  regradeRequests,
  stackPages,
  stacks,
  statements,
  users,
} from "../db/schema.ts";
import { hashNewPassword } from "../services/accounts/passwords.ts";
import { predictionId } from "../services/reading/analysis-views.ts";
import { resultToken } from "../services/release/result-link.ts";
import { CLASS_BODY, makeClass, makeTask, TASK_BODY } from "./fixtures.ts";
import { uploadForm } from "./pages.ts";
import { insertReadPage } from "./read-page.ts";
import { tellInstructor } from "./tell-instructor.ts";
import type { TestServer } from "./test-server.ts";

const BOX = { x: 1, y: 1, width: 10, height: 10 };
const PASSWORD = "Half-Adder-1";
/** A student of whom nobody else has anything. */
const OWN_STUDENT = "20230009";
/** Of the stored pages. */
const SHA = "1".repeat(64);

/** What a call takes in addition to its parameters. */
export interface SampleRequest {
  readonly body?: object;
  readonly query?: object;
}

/** An instructor who has one of everything, and requests about it. */
export interface EveryObject {
  readonly userId: string;
  /** Ids by the names of the paths' parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** A request that is right in form; `ids` are those of `params`, or others in their place. */
  request(name: EndpointName, ids: Readonly<Record<string, string>>): SampleRequest;
}

/**
 * Makes an instructor, by default Ana, with a class, a grader, a task, a page that was read, a stack, a notification and
 * a token; all are named Half adder.
 */
export async function makeEveryObject(server: TestServer, email = "ana@example.edu"): Promise<EveryObject> {
  const { context } = server;
  const ana = await server.instructor(email);
  const { userId } = ana;
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const ids = {
    fileId: "",
    other: "",
    requestId: newId(),
    token: "",
    imageId: newId(),
    stackId: newId(),
    pageId: newId(),
    tokenId: newId(),
  };
  await context.files.write(SHA, picture);
  await context.images.write(ids.imageId, picture);
  const account = { passwordHash: await hashNewPassword(PASSWORD), profileImageId: ids.imageId };
  await context.db.write((query) => query.update(users).set(account).where(eq(users.id, userId)));
  const classId = await makeClass(ana);
  const question = { text: "", picture: `data:image/png;base64,${picture.toString("base64")}` };
  const answerKeys = TASK_BODY.answerKeys.map((item) => ({ ...item, question }));
  const taskId = await makeTask(ana, classId, { answerKeys });
  const task = (await ana.call("getTask", { params: { taskId } })).body;
  const { userId: memberId } = await server.instructor("grader@example.edu");
  const share = { email: "grader@example.edu", role: "grader", assignment: { kind: "share" } } as const;
  await ana.call("addClassMember", { params: { classId }, body: share });
  await server.instructor("newcomer@example.edu");
  const page = { taskId, sha256: SHA, size: picture.length, lines: ["Y = AND(A, B)"] };
  ids.other = await insertReadPage(context, { ...page, studentId: "20230002" });
  const released = { graded: true, totalGrade: 1, releasedAt: 0, linkId: newId() };
  ids.fileId = await insertReadPage(context, { ...page, ...released, studentId: "20230001" });
  ids.token = resultToken(context, { kind: "hand-in", linkId: released.linkId });
  const [seen] = await context.db.query
    .select({ circuitAnalysisId: analyses.id })
    .from(analyses)
    .where(eq(analyses.submissionId, ids.fileId));
  const batchId = newId();
  const stackPage = { id: ids.pageId, stackId: ids.stackId, position: 1, page: 1, state: "queued" as const };
  const scan = { filename: "Half adder.png", mimetype: "image/png", size: picture.length, sha256: SHA };
  const token = { id: ids.tokenId, userId, name: "Half adder", scope: "grade" as const, tokenHash: ids.tokenId };
  await context.db.write((query) =>
    query.batch([
      query
        .insert(regradeRequests)
        .values({ id: ids.requestId, submissionId: ids.fileId, reason: "Why?", createdAt: 0 }),
      query.insert(gradeBatches).values({ id: batchId, taskId, label: "Half adder", createdAt: 0 }),
      query.update(statements).set({ batchId }).where(eq(statements.submissionId, ids.fileId)),
      query.insert(stacks).values({ id: ids.stackId, taskId, filename: scan.filename, createdAt: 0 }),
      query.insert(stackPages).values({ ...stackPage, ...scan }),
      query.insert(extensions).values({ taskId, studentId: OWN_STUDENT, dueAt: 1, createdAt: 0, endedFor: 1 }),
      query.insert(accessTokens).values({ ...token, createdAt: 0, expiresAt: context.now() + 1000 }),
    ]),
  );
  await tellInstructor(context, { userId, taskId, type: "new_submission", message: "New" });
  const notificationId = (await ana.call("getAllNotifications", {})).body.notifications[0]!.id;
  const groups = await ana.call("getAnswerGroups", { params: { taskId }, query: { item: 1 } });
  const group = groups.body.groups[0]!.id;
  const params = {
    studentId: OWN_STUDENT,
    userId,
    memberId,
    classId,
    taskId,
    pictureId: task.answer_keys[0]!.question!.picture!,
    circuitAnalysisId: seen!.circuitAnalysisId,
    predictionId: predictionId(seen!.circuitAnalysisId, 1),
    batchId,
    notificationId,
    ...ids,
  };
  return { userId, params, request: (name, known) => requestsAbout(known, { picture, group })[name] ?? {} };
}

function requestsAbout(
  ids: Readonly<Record<string, string>>,
  { picture, group }: { picture: Buffer; group: string },
): Partial<Record<EndpointName, SampleRequest>> {
  const { classId = "", taskId = "", fileId = "", predictionId = "" } = ids;
  const name = "20230001_quiz[1].png";
  const task = { body: { ...TASK_BODY, classId } };
  const copies = { query: { task_id: taskId } };
  return {
    login: { body: { email: "ana@example.edu", password: PASSWORD } },
    register: { body: { email: "eve@example.edu", password: PASSWORD } },
    verifyEmail: { body: { token: "unknown" } },
    verifyResetToken: { body: { token: "unknown" } },
    resetPassword: { body: { token: "unknown", new_password: PASSWORD } },
    resendVerification: { body: { email: "ana@example.edu" } },
    checkRecoveryInfo: { body: { email: "ana@example.edu" } },
    forgotPassword: { body: { email: "ana@example.edu" } },
    sendMessage: { body: { firstName: "Ana", lastName: "Cruz", email: "ana@example.edu", message: "Hello" } },
    updateUserInfo: { body: { name: "Ana" } },
    validatePassword: { body: { email: "ana@example.edu", password: PASSWORD } },
    changePassword: { body: { newPassword: PASSWORD, revokeTokens: false } },
    uploadProfileImage: { body: formOf({ image: picture }) },
    startSecondFactor: { body: { password: PASSWORD } },
    confirmSecondFactor: { body: { code: "123456" } },
    renewRecoveryCodes: { body: { password: PASSWORD, code: "123456" } },
    turnOffSecondFactor: { body: { password: PASSWORD, code: "123456" } },
    createAccessToken: { body: { name: "Laptop", scope: "read", days: 30, password: PASSWORD } },
    setNotificationFilters: { body: { filters: ["new_submission"] } },
    createTask: task,
    editTask: task,
    previewRegrade: task,
    createClass: { body: { ...CLASS_BODY, classGroup: "7" } },
    editClass: { body: CLASS_BODY },
    addClassMember: { body: { email: "newcomer@example.edu", role: "grader" } },
    changeClassMember: { body: { role: "grader" } },
    addTaskGrader: { body: { email: "newcomer@example.edu", assignment: { kind: "share" } } },
    changeTaskGrader: { body: { assignment: { kind: "items", items: [1] } } },
    updateGrade: { body: { total_grade: 1 } },
    settleHandIn: { body: { counts: true } },
    setGradingView: { body: { hide_names: true } },
    setExtensions: { body: { student_ids: ["20230001"], due_date: "2027-01-01T00:00:00Z" } },
    withdrawGrades: { body: { student_id: "20230002" } },
    answerRegradeRequest: { body: { total_grade: null, seen_grade: 1 } },
    getResultPicture: { query: { item: "1" } },
    requestRegrade: { body: formOf({ item: "1", reason: "Half adder" }) },
    gradeGroup: { body: { item: 1, group, total_grade: 1, preview: false } },
    acceptGrades: { body: {} },
    chooseReading: { body: { reading: "0123456789ab" } },
    takeBackStatement: { body: { number: 1 } },
    flagSimilarCircuits: copies,
    findCopies: copies,
    getCopiesCsv: copies,
    getCopyPair: { query: { other: ids.other ?? "" } },
    addPrediction: { body: { ...BOX, className: "AND" } },
    editPrediction: { body: { predictionId, className: "AND" } },
    movePrediction: { body: { predictionId, ...BOX } },
    correctWires: { body: { corrections: [] } },
    validateExpression: { body: { expression: "X1 & X2" } },
    generateTruthTable: { body: { expressions: ["X1 & X2"] } },
    dismissPairs: { body: { file_ids: [fileId, fileId], dismissed: true } },
    setFilterThreshold: { body: { fileId, thresholdValue: 127, mode: "single" } },
    processDetection: { body: { mode: "single" } },
    uploadFiles: { body: uploadForm(taskId, [{ name, bytes: picture }]) },
    sendHandInForm: { body: formOf({ files: picture }) },
    uploadStack: { body: formOf({ files: picture }) },
    eraseStudent: { body: { fingerprint: "unknown" } },
    eraseAnyStudent: { body: { fingerprint: "unknown" } },
    fillGradebook: { body: formOf({ file: Buffer.from("Identifier,Grade\n") }) },
    assignStackPage: { body: { student_id: "20230001", item_number: 1 } },
    readSpreadsheet: { body: formOf({ file: Buffer.from("PK\u0003\u0004") }) },
    sendPages: { body: formOf({ pages: "[]", files: picture }) },
    pushGrades: {
      body: { manifest: resultsManifest({ model: null, keyVersion: "0".repeat(64) }), preview: false, pages: [] },
    },
    changeAccount: { body: { disabled: true } },
    handOver: { body: { to: "bo@example.edu" } },
    createUser: { body: { email: "dee@example.edu", password: PASSWORD } },
  };
}

function formOf(fields: Readonly<Record<string, string | Buffer>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(name, value);
    else form.append(name, new Blob([value as Buffer<ArrayBuffer>]), "page.png");
  }
  return form;
}
