import { messageSchema } from "../common.ts";
import { contactBody } from "../contact.ts";
import * as system from "../system.ts";
import type { Endpoint } from "./endpoint.ts";

export const SYSTEM_ENDPOINTS = {
  sendMessage: {
    method: "POST",
    path: "/contact/send-message",
    access: "public",
    summary: "Write to the support",
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
    summary: "What changes, as it changes: server-sent events",
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
  createUser: {
    method: "POST",
    path: "/admin/create-user",
    access: "admin",
    summary: "Make an instructor's account without a mail",
    body: system.createUserBody,
    response: system.createUserResponse,
  },
  backup: {
    method: "POST",
    path: "/admin/backup",
    access: "admin",
    summary: "Everything that the server holds, as one archive of one moment",
    response: "*/*",
  },
} as const satisfies Record<string, Endpoint>;
