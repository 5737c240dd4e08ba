import * as accounts from "../accounts/accounts.ts";
import { contactBody } from "../accounts/contact.ts";
import { messageSchema } from "../common.ts";
import * as system from "../system.ts";
import * as student from "../tasks/student-data.ts";
import type { Endpoint } from "./endpoint.ts";

export const SYSTEM_ENDPOINTS = {
  sendMessage: {
    method: "POST",
    path: "/contact/send-message",
    access: "public",
    summary: "Send a message to the support address",
    rate: "contactByAddress",
    body: contactBody,
    response: messageSchema,
  },
  getSite: {
    method: "GET",
    path: "/site",
    access: "public",
    summary: "What every page may know about this installation",
    response: system.siteResponse,
  },
  events: {
    method: "GET",
    path: "/events",
    access: "session",
    summary: "Live changes, as server-sent events",
    query: system.eventsQuery,
    response: "text/event-stream",
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    access: "public",
    summary: "This document",
    response: system.openApiResponse,
  },
  health: {
    method: "GET",
    path: "/healthz",
    access: "public",
    summary: "Whether the server and its database answer",
    response: system.healthResponse,
  },
  ready: {
    method: "GET",
    path: "/readyz",
    access: "public",
    summary: "Whether the server can do its work: 503 while it starts or stops, or if a part of it cannot be used",
    response: system.readyResponse,
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    access: "metrics",
    summary: "What the server counts and measures, in Prometheus' text format",
    response: "text/plain",
  },
  makeEntrance: {
    method: "POST",
    path: "/admin/make-entrance/:accountId",
    access: "admin",
    summary: "A link that signs in to an account once",
    params: accounts.accountParams,
    response: accounts.entranceResponse,
  },
  describeAnyStudent: {
    method: "GET",
    path: "/admin/students/:studentId",
    access: "admin",
    summary: "What is stored about a student on the whole server, as numbers",
    params: student.studentParams,
    response: student.studentDataResponse,
  },
  exportAnyStudent: {
    method: "GET",
    path: "/admin/students/:studentId/export",
    access: "admin",
    summary: "Everything that is stored about a student on the whole server, as a ZIP",
    params: student.studentParams,
    response: "*/*",
  },
  eraseAnyStudent: {
    method: "POST",
    path: "/admin/students/:studentId/erase",
    access: "admin",
    summary: "Erase a student on the whole server, for good",
    params: student.studentParams,
    body: student.eraseStudentBody,
    response: messageSchema,
  },
  backup: {
    method: "POST",
    path: "/admin/backup",
    access: "admin",
    summary: "Everything that the server stores at one moment, as one archive",
    response: "*/*",
  },
} as const satisfies Record<string, Endpoint>;
