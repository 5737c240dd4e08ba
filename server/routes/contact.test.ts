import { beforeEach, expect, it } from "vitest";
import { serverOfTest, type TestServer } from "../testing/test-server.ts";

const MESSAGE = { firstName: "Ana", lastName: "Cruz", email: "ana@mail.example", message: "The template\nis cut off." };

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

it("mails the message to the support address, with its sender for replies", async () => {
  const { status, body } = await server.visitor().call("sendMessage", { body: MESSAGE });
  expect([status, body]).toEqual([200, { message: "Your message was sent. Thank you." }]);
  expect(server.mails).toEqual([
    {
      to: "support@example.edu",
      replyTo: "ana@mail.example",
      subject: "CircuitGrade: message from Ana Cruz",
      text: "Ana Cruz <ana@mail.example> writes:\n\nThe template\nis cut off.",
    },
  ]);
});

it.each([
  ["firstName", "Please fill in all fields."],
  ["lastName", "Please fill in all fields."],
  ["message", "Please fill in all fields."],
  ["email", "Please fill in all fields."],
])("wants %s", async (field, message) => {
  const { status, body } = await server.visitor().call("sendMessage", { body: { ...MESSAGE, [field]: " " } });
  expect([status, body.error.message]).toEqual([400, message]);
});

it("requires an address to reply to", async () => {
  const { body } = await server.visitor().call("sendMessage", { body: { ...MESSAGE, email: "ana" } });
  expect(body.error.message).toBe("Not a valid email address");
});

it("says if the mail is not accepted", async () => {
  server.breakMail();
  const { status, body } = await server.visitor().call("sendMessage", { body: MESSAGE });
  expect([status, body.error.message]).toEqual([503, "Failed to send the message. Please try again."]);
});

it("accepts ten messages an hour from one address", async () => {
  for (let time = 0; time < 10; time++) {
    expect((await server.visitor().call("sendMessage", { body: MESSAGE })).status).toBe(200);
  }
  expect((await server.visitor().call("sendMessage", { body: MESSAGE })).status).toBe(429);
  server.clock.advance(60 * 60 * 1000);
  expect((await server.visitor().call("sendMessage", { body: MESSAGE })).status).toBe(200);
});
