import * as exchange from "../tasks/exchange.ts";
import * as task from "../tasks/task.ts";
import { type Endpoint, FILES, FILES_BYTES } from "./endpoint.ts";

export const EXCHANGE_ENDPOINTS = {
  pullTask: {
    method: "GET",
    path: "/api/pull/:taskId",
    access: "read",
    summary: "A task for the command: keys, roster and what was handed in",
    params: task.taskParams,
    response: exchange.pullTaskResponse,
  },
  getSaid: {
    method: "GET",
    path: "/api/said/:taskId",
    access: "read",
    summary: "What people have said of a task's pages",
    params: task.taskParams,
    query: exchange.saidQuery,
    response: exchange.saidResponse,
  },
  sendPages: {
    method: "POST",
    path: "/api/send-pages/:taskId",
    access: "grade",
    summary: "Hand in pages that were scanned and read elsewhere, with their students and items",
    params: task.taskParams,
    form: {
      fields: {
        pages: { type: "string", description: "JSON: the student and item of each of the file's pages. Comes first." },
        overwrite: { type: "string", description: "1: pages that the web already has are replaced." },
        files: FILES,
      },
      required: ["pages", "files"],
    },
    bodyBytes: FILES_BYTES,
    response: exchange.sendPagesResponse,
  },
  pushGrades: {
    method: "POST",
    path: "/api/push-grades/:taskId",
    access: "grade",
    summary: "Store grades that were given elsewhere; a preview shows what would change",
    params: task.taskParams,
    body: exchange.pushGradesBody,
    bodyBytes: exchange.PUSH.bytes,
    response: exchange.pushGradesResponse,
  },
} as const satisfies Record<string, Endpoint>;
