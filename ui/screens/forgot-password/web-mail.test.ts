import { expect, test } from "vitest";
import { webMailOf } from "./web-mail.ts";

test("known providers have their own address, a university's is at mail.", () => {
  expect(webMailOf("ana@gmail.com")).toBe("https://mail.google.com/");
  expect(webMailOf(" Ana@Example.edu ")).toBe("https://mail.example.edu/");
});
