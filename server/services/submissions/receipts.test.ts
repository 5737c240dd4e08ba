import { expect, it } from "vitest";
import { newId } from "../../adapters/random.ts";
import { provenBy, receiptToken, submissionOfToken } from "./receipts.ts";

const CONTEXT = {
  secrets: { template: "a secret of the tests", admin: "", device: "", erasure: "", secondFactor: "" },
};

it("names its submission, and nobody else can make it", () => {
  const id = newId();
  const token = receiptToken(CONTEXT, id);
  expect(receiptToken(CONTEXT, id)).toBe(token);
  expect(submissionOfToken(CONTEXT, token)).toBe(id);
  const forged = [id, `${id}.`, `${newId()}.${token.split(".")[1]}`, `${token}x`, "", "."];
  expect(forged.map((text) => submissionOfToken(CONTEXT, text))).toEqual(forged.map(() => null));
  const other = { secrets: { ...CONTEXT.secrets, template: "another secret" } };
  expect(submissionOfToken(other, token)).toBeNull();
});

it("ten fit into a field of an upload, and anything that is not a token is ignored", () => {
  const ids = Array.from({ length: 10 }, newId);
  const field = ids.map((id) => receiptToken(CONTEXT, id)).join();
  expect(field.length).toBeLessThan(1000);
  expect([...provenBy(CONTEXT, `rubbish, ${field},`)]).toEqual(ids);
});
