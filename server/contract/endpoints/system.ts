import * as accounts from "../accounts/accounts.ts";
import { contactBody } from "../accounts/contact.ts";
import { messageSchema } from "../common.ts";
import * as system from "../system.ts";
import * as student from "../tasks/student-data.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const SYSTEM_ENDPOINTS = {
  sendMessage: call("POST /contact/send-message", "public", {
    summary: "Send a message to the support address",
    rate: "contactByAddress",
    body: contactBody,
    response: messageSchema,
  }),
  getSite: call("GET /site", "public", {
    summary: "What every page may know about this installation",
    response: system.siteResponse,
  }),
  events: call("GET /events", "session", {
    summary: "Live changes, as server-sent events",
    query: system.eventsQuery,
    response: "text/event-stream",
  }),
  openapi: call("GET /api/openapi.json", "public", {
    summary: "This document",
    response: system.openApiResponse,
  }),
  health: call("GET /healthz", "public", {
    summary: "Whether the server and its database answer",
    response: system.healthResponse,
  }),
  ready: call("GET /readyz", "public", {
    summary: "Whether the server can do its work: 503 while it starts or stops, or if a part of it cannot be used",
    response: system.readyResponse,
  }),
  metrics: call("GET /metrics", "metrics", {
    summary: "What the server counts and measures, in Prometheus' text format",
    response: "text/plain",
  }),
  makeEntrance: call("POST /admin/make-entrance/:accountId", "admin", {
    summary: "A link that signs in to an account once",
    response: accounts.entranceResponse,
  }),
  describeAnyStudent: call("GET /admin/students/:studentId", "admin", {
    summary: "What is stored about a student on the whole server, as numbers",
    response: student.studentDataResponse,
  }),
  exportAnyStudent: call("GET /admin/students/:studentId/export", "admin", {
    summary: "Everything that is stored about a student on the whole server, as a ZIP",
    response: "*/*",
  }),
  eraseAnyStudent: call("POST /admin/students/:studentId/erase", "admin", {
    summary: "Erase a student on the whole server, for good",
    body: student.eraseStudentBody,
    response: messageSchema,
  }),
  backup: call("POST /admin/backup", "admin", {
    summary: "Everything that the server stores at one moment, as one archive",
    response: "*/*",
  }),
} as const satisfies Record<string, Endpoint>;
