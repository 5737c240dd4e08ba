import { messageSchema } from "../common.ts";
import * as classes from "../tasks/classes.ts";
import * as stack from "../tasks/stack.ts";
import * as student from "../tasks/student-data.ts";
import type { Endpoint } from "./endpoint.ts";

export const CLASSES_ENDPOINTS = {
  getClasses: {
    method: "GET",
    path: "/classes/get-classes",
    access: "session",
    summary: "This instructor's classes",
    response: classes.classesResponse,
  },
  getClass: {
    method: "GET",
    path: "/classes/get-class/:classId",
    access: "session",
    summary: "A class with its students",
    params: classes.classParams,
    response: classes.classSchema,
  },
  createClass: {
    method: "POST",
    path: "/classes/create-class",
    access: "session",
    summary: "Create a class",
    body: classes.classBody,
    response: classes.classResponse,
  },
  editClass: {
    method: "PUT",
    path: "/classes/edit-class/:classId",
    access: "session",
    summary: "Change a class",
    params: classes.classParams,
    body: classes.editClassBody,
    response: classes.classResponse,
  },
  deleteClass: {
    method: "DELETE",
    path: "/classes/delete-class/:classId",
    access: "session",
    summary: "Delete a class with its tasks",
    params: classes.classParams,
    response: messageSchema,
  },
  getRoster: {
    method: "GET",
    path: "/classes/roster/:classId",
    access: "session",
    summary: "A class's students with names and what they have handed in",
    params: classes.classParams,
    response: stack.rosterResponse,
  },
  setRosterNames: {
    method: "PUT",
    path: "/classes/roster/:classId",
    access: "session",
    summary: "Set the students' names from a CSV file's text",
    params: classes.classParams,
    body: stack.rosterBody,
    response: stack.rosterEditedResponse,
  },
  describeStudent: {
    method: "GET",
    path: "/classes/students/:studentId",
    access: "session",
    summary: "What is stored about a student in this instructor's classes, as numbers",
    params: student.studentParams,
    response: student.studentDataResponse,
  },
  exportStudent: {
    method: "GET",
    path: "/classes/students/:studentId/export",
    access: "session",
    summary: "Everything that is stored about a student in this instructor's classes, as a ZIP",
    params: student.studentParams,
    response: "*/*",
  },
  eraseStudent: {
    method: "POST",
    path: "/classes/students/:studentId/erase",
    access: "session",
    summary: "Erase a student in all of this instructor's classes, for good",
    params: student.studentParams,
    body: student.eraseStudentBody,
    response: student.studentErasedResponse,
  },
} as const satisfies Record<string, Endpoint>;
