import { UPLOAD } from "../../../core/rules/limits.ts";
import { messageSchema } from "../common.ts";
import * as classes from "../tasks/classes.ts";
import * as people from "../tasks/people.ts";
import * as stack from "../tasks/stack.ts";
import * as student from "../tasks/student-data.ts";
import { call, type Endpoint, FILE } from "./endpoint.ts";

export const CLASSES_ENDPOINTS = {
  getClasses: call("GET /classes/get-classes", "session", {
    summary: "The classes that this person owns or is a member of",
    response: classes.classesResponse,
  }),
  getClass: call("GET /classes/get-class/:classId", "session", {
    summary: "A class with its students, which graders do not get",
    response: classes.classViewSchema,
  }),
  createClass: call("POST /classes/create-class", "session", {
    summary: "Create a class",
    body: classes.classBody,
    response: classes.classResponse,
  }),
  createSampleClass: call("POST /classes/create-sample-class", "session", {
    summary: "Make a class with a task and pages to try the product with",
    response: classes.sampleClassResponse,
  }),
  editClass: call("PUT /classes/edit-class/:classId", "session", {
    summary: "Change a class",
    body: classes.editClassBody,
    response: classes.classResponse,
  }),
  deleteClass: call("DELETE /classes/delete-class/:classId", "session", {
    summary: "Delete a class with its tasks",
    response: messageSchema,
  }),
  getClassPeople: call("GET /classes/people/:classId", "session", {
    summary: "The owner, co-instructors and graders of a class",
    response: people.classPeopleResponse,
  }),
  addClassMember: call("POST /classes/people/:classId", "session", {
    summary: "Share a class with another account, as co-instructor or grader",
    rate: "memberByUser",
    body: people.addClassMemberBody,
    response: people.classPeopleChanged,
  }),
  changeClassMember: call("PUT /classes/people/:classId/:memberId", "session", {
    summary: "Change the role of a member of a class, or what a grader grades",
    body: people.changeClassMemberBody,
    response: people.classPeopleChanged,
  }),
  removeClassMember: call("DELETE /classes/people/:classId/:memberId", "session", {
    summary: "End a member's access to a class and its tasks",
    response: people.classPeopleChanged,
  }),
  getRoster: call("GET /classes/roster/:classId", "session", {
    summary: "A class's students with names and what they have handed in",
    response: stack.rosterResponse,
  }),
  readSpreadsheet: call("POST /classes/read-spreadsheet", "session", {
    rate: "spreadsheetByUser",
    summary: "The lines of a spreadsheet (.xlsx, .ods), to choose a class's students from",
    form: { fields: { file: { ...FILE, description: "The spreadsheet." } }, required: ["file"] },
    bodyBytes: UPLOAD.fileBytes,
    response: stack.spreadsheetResponse,
  }),
  describeStudent: call("GET /classes/students/:studentId", "session", {
    rate: "studentDataByUser",
    summary: "What is stored about a student in this instructor's classes, as numbers",
    response: student.studentDataResponse,
  }),
  exportStudent: call("GET /classes/students/:studentId/export", "session", {
    rate: "studentDataByUser",
    summary: "Everything that is stored about a student in this instructor's classes, as a ZIP",
    response: "*/*",
  }),
  eraseStudent: call("POST /classes/students/:studentId/erase", "session", {
    rate: "studentDataByUser",
    summary: "Erase a student in all of this instructor's classes, for good",
    body: student.eraseStudentBody,
    response: messageSchema,
  }),
} as const satisfies Record<string, Endpoint>;
