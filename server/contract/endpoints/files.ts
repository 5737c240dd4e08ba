import { messageSchema } from "../common.ts";
import * as file from "../results/file.ts";
import { call, type Endpoint, FILES, FILES_BYTES } from "./endpoint.ts";

/** What an upload says about its files. */
const UPLOAD_FIELDS = {
  item_number: {
    type: "array",
    items: { type: "string" },
    description: "Comes before the file that it is for; a single one applies to all.",
  },
  student_id: {
    type: "string",
    description: "Names the files whose names do not follow the convention. Comes before the files.",
  },
  receipts: {
    type: "string",
    description: "Tokens of earlier receipts, separated by commas. Comes before the files.",
  },
  hand_in: {
    type: "string",
    description: "A random text that a browser sends with all its uploads: they share one link to the results.",
  },
} as const;

export const FILES_ENDPOINTS = {
  getFiles: call("GET /files/get-files/:taskId", "session", {
    summary: "What was handed in for a task",
    response: file.filesResponse,
  }),
  uploadFiles: call("POST /files/upload-files", "public", {
    summary: "Hand in files: students without an account, and instructors also after the due date",
    rate: "own",
    form: {
      fields: {
        task_id: { type: "string", description: "Comes first." },
        ...UPLOAD_FIELDS,
        files: FILES,
      },
      required: ["task_id", "item_number", "files"],
    },
    bodyBytes: FILES_BYTES,
    response: file.uploadResponse,
  }),
  sendHandInForm: call("POST /student-upload/:taskId", "public", {
    summary: "Hand in files with the student page's form, without a script; the response is that page",
    rate: "own",
    form: {
      fields: { ...UPLOAD_FIELDS, files: FILES },
      required: ["item_number", "files"],
    },
    bodyBytes: FILES_BYTES,
    response: "*/*",
  }),
  getFile: call("GET /files/file/:fileId", "session", {
    summary: "The bytes that were handed in",
    response: "*/*",
  }),
  getPagePicture: call("GET /files/page/:fileId", "session", {
    summary: "The upright page, as a picture that a browser can show",
    query: file.pagePictureQuery,
    response: "image/*",
  }),
  getSubmissionHistory: call("GET /files/submissions/:fileId", "session", {
    summary: "All uploads of a student for an item: the one that counts, then the newest first",
    response: file.historyResponse,
  }),
  restoreSubmission: call("POST /files/restore-submission/:fileId", "session", {
    summary: "Make an upload count instead of the current one; each keeps its own grade",
    response: file.restoreResponse,
  }),
  settleHandIn: call("POST /files/settle-hand-in/:fileId", "session", {
    summary: "Decide about a page that came after another one: it counts, or the earlier one does",
    body: file.settleHandInBody,
    response: file.restoreResponse,
  }),
  deleteFile: call("DELETE /files/delete-file/:fileId", "session", {
    summary: "Delete what was handed in",
    response: messageSchema,
  }),
  getGradeRows: call("GET /files/grade-rows/:fileId", "session", {
    summary: "The page's results compared with the keys, row by row",
    response: file.gradeRowsResponse,
  }),
  updateGrade: call("PUT /files/update-grade/:fileId", "session", {
    summary: "Store the grade of a page, or take it away",
    body: file.updateGradeBody,
    response: file.gradeUpdatedResponse,
  }),
} as const satisfies Record<string, Endpoint>;
