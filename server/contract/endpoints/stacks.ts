import { messageSchema } from "../common.ts";
import * as stack from "../tasks/stack.ts";
import { call, type Endpoint, FILES, FILES_BYTES } from "./endpoint.ts";

export const STACKS_ENDPOINTS = {
  uploadStack: call("POST /stacks/upload/:taskId", "session", {
    summary: "Hand in a scanned stack of sheets, to be sorted by their codes",
    rate: "own",
    form: { fields: { files: FILES }, required: ["files"] },
    bodyBytes: FILES_BYTES,
    response: stack.uploadStackResponse,
  }),
  getStacks: call("GET /stacks/get-stacks/:taskId", "session", {
    summary: "A task's scanned stacks",
    response: stack.stacksResponse,
  }),
  getStack: call("GET /stacks/get-stack/:stackId", "session", {
    summary: "A stack and what happened to its pages",
    response: stack.stackResponse,
  }),
  deleteStack: call("DELETE /stacks/delete-stack/:stackId", "session", {
    summary: "Delete a stack; pages that became submissions stay",
    response: messageSchema,
  }),
  getStackPicture: call("GET /stacks/picture/:pageId", "session", {
    summary: "A stack's page, or its header enlarged",
    query: stack.stackPictureQuery,
    response: "image/*",
  }),
  assignStackPage: call("POST /stacks/assign-page/:pageId", "session", {
    summary: "Assign a page to a student and item",
    body: stack.assignPageBody,
    response: stack.stackPageResponse,
  }),
  rejectStackPage: call("POST /stacks/reject-page/:pageId", "session", {
    summary: "Take a page out of the queue",
    body: stack.rejectPageBody,
    response: stack.stackPageResponse,
  }),
  restoreStackPage: call("POST /stacks/restore-page/:pageId", "session", {
    summary: "Put back a page that was taken out",
    response: stack.stackPageResponse,
  }),
  getQueue: call("GET /stacks/queue/:taskId", "session", {
    summary: "The pages of a task that need a person, with the reasons",
    response: stack.queueResponse,
  }),
} as const satisfies Record<string, Endpoint>;
