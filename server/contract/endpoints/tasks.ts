import { messageSchema } from "../common.ts";
import * as people from "../tasks/people.ts";
import { regradeResponse } from "../tasks/regrade.ts";
import * as task from "../tasks/task.ts";
import { unprintableResponse } from "../tasks/unprintable.ts";
import { call, type Endpoint } from "./endpoint.ts";

export const TASKS_ENDPOINTS = {
  getTasks: call("GET /task/get-tasks", "session", {
    summary: "The tasks that this person owns, co-instructs or grades in",
    response: task.tasksResponse,
  }),
  getTask: call("GET /task/get-task/:taskId", "session", {
    summary: "A task with its answer keys",
    response: task.taskSchema,
  }),
  getPublicTask: call("GET /task/public/:taskId", "public", {
    summary: "What a student may know of a task: never a key, never a grade",
    rate: "publicTaskByAddress",
    response: task.publicTaskSchema,
  }),
  getTasksByClass: call("GET /task/get-tasks-by-class/:classId", "session", {
    summary: "A class's tasks",
    response: task.tasksByClassResponse,
  }),
  createTask: call("POST /task/create-task", "session", {
    summary: "Create a task with its items and keys",
    body: task.taskBody,
    bodyBytes: task.TASK_BODY_BYTES,
    response: task.taskSchema,
  }),
  copyTask: call("POST /task/copy-task/:taskId", "session", {
    summary: "Create the same task for other groups, with its items, keys and settings; no hand-ins, no extensions",
    body: task.copyTaskBody,
    response: task.copyTaskResponse,
  }),
  editTask: call("PATCH /task/edit-task/:taskId", "session", {
    summary: "Change a task, with the grades that follow a previewed change; 409 if it was edited since `updatedAt`",
    body: task.editTaskBody,
    bodyBytes: task.TASK_BODY_BYTES,
    response: task.editTaskResponse,
  }),
  previewRegrade: call("POST /task/preview-regrade/:taskId", "session", {
    summary: "What an edit would change in grades and for who handed in; nothing is stored",
    body: task.previewEditBody,
    bodyBytes: task.TASK_BODY_BYTES,
    response: regradeResponse,
  }),
  setGradingView: call("PUT /task/grading-view/:taskId", "session", {
    summary: "Hide names while a task is graded, or show them",
    body: task.gradingViewBody,
    response: task.taskSchema,
  }),
  getExtensions: call("GET /task/extensions/:taskId", "session", {
    summary: "Students with a later due date",
    response: task.extensionsResponse,
  }),
  setExtensions: call("PUT /task/extensions/:taskId", "session", {
    summary: "Give students a later due date",
    body: task.setExtensionsBody,
    response: task.extensionsSetResponse,
  }),
  getTaskPeople: call("GET /task/people/:taskId", "session", {
    summary: "Who grades what of a task, and how far they are",
    response: people.taskPeopleResponse,
  }),
  addTaskGrader: call("POST /task/people/:taskId", "session", {
    summary: "Add a grader to one task",
    rate: "memberByUser",
    body: people.addTaskGraderBody,
    response: people.taskPeopleChanged,
  }),
  changeTaskGrader: call("PUT /task/people/:taskId/:memberId", "session", {
    summary: "Say what a grader of the class or the task grades in this task",
    body: people.changeTaskGraderBody,
    response: people.taskPeopleChanged,
  }),
  removeTaskGrader: call("DELETE /task/people/:taskId/:memberId", "session", {
    summary: "Remove a grader from a task; one of the class grades again what the class says",
    response: people.taskPeopleChanged,
  }),
  deleteTask: call("DELETE /task/delete-task/:taskId", "session", {
    summary: "Delete a task with everything that was handed in",
    response: messageSchema,
  }),
  getQuestionPicture: call("GET /task/question-picture/:taskId/:pictureId", "public", {
    summary: "The picture of an item's question",
    rate: "templateByAddress",
    response: "image/*",
  }),
  getTemplate: call("GET /task/get-template/:taskId", "public", {
    summary: "A task's printable sheet, as PDF",
    rate: "templateByAddress",
    response: "application/pdf",
  }),
  getPersonalTemplates: call("GET /task/personal-templates/:taskId", "session", {
    summary: "A sheet for each student and item, with names and signed codes, as PDF",
    response: "application/pdf",
  }),
  getUnprintable: call("GET /task/unprintable/:taskId", "session", {
    summary: "Which names and characters no font of the server can print on templates and feedback",
    response: unprintableResponse,
  }),
} as const satisfies Record<string, Endpoint>;
