import * as exchange from "../tasks/exchange.ts";
import { call, type Endpoint, FILES, FILES_BYTES } from "./endpoint.ts";

export const EXCHANGE_ENDPOINTS = {
  pullTask: call("GET /api/pull/:taskId", "read", {
    summary: "A task for the command: keys, roster and what was handed in",
    response: exchange.pullTaskResponse,
  }),
  getSaid: call("GET /api/said/:taskId", "read", {
    summary: "What people have said of a task's pages",
    query: exchange.saidQuery,
    response: exchange.saidResponse,
  }),
  sendPages: call("POST /api/send-pages/:taskId", "grade", {
    summary: "Hand in pages that were scanned and read elsewhere, with their students and items",
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
  }),
  pushGrades: call("POST /api/push-grades/:taskId", "grade", {
    summary: "Store grades that were given elsewhere; a preview shows what would change",
    body: exchange.pushGradesBody,
    bodyBytes: exchange.PUSH.bytes,
    response: exchange.pushGradesResponse,
  }),
} as const satisfies Record<string, Endpoint>;
