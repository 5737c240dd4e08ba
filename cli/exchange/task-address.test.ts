import { describe, expect, it } from "vitest";
import { isOpenToListeners, taskAddress } from "./task-address.ts";

describe("taskAddress", () => {
  it.each([
    ["https://grading.example.edu/task/9f8K2mXq", {}, "https://grading.example.edu"],
    ["https://grading.example.edu/student-upload/9f8K2mXq?v=1&i=2", {}, "https://grading.example.edu"],
    ["http://localhost:8080/queue/9f8K2mXq/", {}, "http://localhost:8080"],
    ["9f8K2mXq", { server: "https://grading.example.edu/" }, "https://grading.example.edu"],
    ["https://old.example.edu/task/9f8K2mXq", { server: "https://new.example.edu" }, "https://new.example.edu"],
  ])("finds server and task in %s", (text, options, server) => {
    expect(taskAddress(text, options)).toEqual({ server, taskId: "9f8K2mXq" });
  });

  it.each([
    ["9f8K2mXq", {}, "Which server has the task?"],
    ["9f8K2mXq", { server: "grading.example.edu" }, "is not a server's address"],
    ["https://grading.example.edu/", {}, "is not a task"],
    ["quiz 1", { server: "https://grading.example.edu" }, "is not a task"],
  ])("says what is missing in %s", (text, options, words) => {
    expect(() => taskAddress(text, options)).toThrow(words);
  });
});

it.each([
  ["https://grading.example.edu", false],
  ["http://localhost:8080", false],
  ["http://127.0.0.1:8080", false],
  ["http://[::1]:8080", false],
  ["http://grading.example.edu", true],
  ["http://localhost.example.edu", true],
])("knows whether others could listen to %s", (server, open) => {
  expect(isOpenToListeners(server)).toBe(open);
});
