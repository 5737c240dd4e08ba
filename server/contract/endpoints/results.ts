import * as copies from "../results/copies.ts";
import * as gradebook from "../results/gradebook.ts";
import * as grades from "../results/grades.ts";
import * as exchange from "../tasks/exchange.ts";
import { call, type Endpoint, FILE } from "./endpoint.ts";

export const RESULTS_ENDPOINTS = {
  fillGradebook: call("POST /task/fill-gradebook/:taskId", "session", {
    summary: "Fill a task's grades into a gradebook of Canvas, Moodle, Brightspace, Blackboard or another table",
    form: {
      fields: {
        file: { ...FILE, description: "The unchanged exported gradebook." },
        column: { type: "string", description: "The column for the grades; by default the one with the task's title." },
        id_column: { type: "string", description: "The column with the Student IDs, for a table of another kind." },
        unconfirmed: { type: "string", description: "`include` to fill in points that are not confirmed, too." },
      },
      required: ["file"],
    },
    bodyBytes: gradebook.GRADEBOOK_BYTES,
    response: gradebook.filledGradebookResponse,
  }),
  getPlainGrades: call("GET /task/plain-grades/:taskId", "session", {
    summary: "A task's grades as CSV",
    query: gradebook.unconfirmedQuery,
    response: "*/*",
  }),
  getGrades: call("GET /task/grades/:taskId", "session", {
    summary: "A task's grades with their mean, median, histograms and most common mistakes",
    query: gradebook.unconfirmedQuery,
    response: grades.gradesResponse,
  }),
  getFeedback: call("GET /task/feedback/:taskId", "session", {
    summary: "A student's feedback as PDF or page, or everybody's as a ZIP with the marked pages",
    query: gradebook.feedbackQuery,
    response: "*/*",
  }),
  findCopies: call("GET /detect-gates/copies", "session", {
    summary: "Drawings that look copied, beyond the same right answer",
    query: copies.copiesQuery,
    response: copies.copiesResponse,
  }),
  getCopiesCsv: call("GET /detect-gates/copies-csv", "session", {
    summary: "Drawings that look copied, as CSV",
    query: copies.copiesQuery,
    response: "*/*",
  }),
  getDismissedPairs: call("GET /detect-gates/dismissed-pairs/:taskId", "session", {
    summary: "Pairs of a task's drawings that a person has dismissed: no check lists them",
    response: copies.dismissedPairsResponse,
  }),
  dismissPairs: call("PUT /detect-gates/dismissed-pairs/:taskId", "session", {
    summary: "Dismiss every pair of some drawings, or bring them back",
    body: copies.dismissPairsBody,
    response: copies.dismissedPairsResponse,
  }),
  getCopyPair: call("GET /detect-gates/copy-pair/:fileId", "session", {
    summary: "Two drawings side by side at one scale, with matched gates linked",
    query: copies.copyPairQuery,
    response: "image/*",
  }),
  getTaskResults: call("GET /task/results/:taskId", "session", {
    summary: "A task's results as the command's results.json",
    query: exchange.taskResultsQuery,
    response: "*/*",
  }),
} as const satisfies Record<string, Endpoint>;
