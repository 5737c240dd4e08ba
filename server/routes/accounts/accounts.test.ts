import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { users } from "../../db/schema.ts";
import { ANA, mailedToken, register, verified } from "../../testing/accounts.ts";
import { insertSubmission, makeClass, makeTask } from "../../testing/fixtures.ts";
import { openTestServer, serverOfTest, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await serverOfTest();
});

async function administrator(email = "dean@example.edu") {
  const client = await server.instructor(email);
  await server.context.db.write((query) =>
    query.update(users).set({ isAdmin: true }).where(eq(users.id, client.userId)),
  );
  return client;
}

describe("an administrator", () => {
  it("sees every account with figures, and nothing of its classes", async () => {
    const ana = await server.instructor();
    const classId = await makeClass(ana);
    for (const studentId of ["20230001", "20230002"]) {
      await insertSubmission(server.context, { taskId: await makeTask(ana, classId), studentId });
    }
    const dean = await administrator();
    const { accounts } = (await dean.call("getAccounts", {})).body;
    expect(accounts.map(({ id, created_at, ...shown }) => shown)).toEqual([
      {
        email: "ana@example.edu",
        name: "ana",
        admin: false,
        state: "active",
        classes: 1,
        tasks: 2,
        submissions: 2,
        last_sign_in_at: null,
        second_factor: false,
        sign_on: false,
      },
      expect.objectContaining({ email: "dean@example.edu", admin: true, classes: 0, tasks: 0, submissions: 0 }),
    ]);
    expect((await dean.callLoosely("getClass", { params: { classId } })).status).toBe(404);
    expect((await ana.call("getUser", { params: { userId: ana.userId } })).body.user.admin).toBe(false);
  });

  it("creates an account, whose owner gets a mail without the password if the server sends mails", async () => {
    const own = await openTestServer({ SMTP_URL: "smtp://mail.example.edu" });
    try {
      for (const each of [own, server]) {
        const dean = await each.instructor("dean@example.edu");
        await each.context.db.write((query) => query.update(users).set({ isAdmin: true }));
        expect((await dean.call("createUser", { body: ANA })).status).toBe(200);
        await each.context.lifecycle.settled();
      }
      expect(own.mails).toMatchObject([{ to: ANA.email, subject: "You have a CircuitGrade account" }]);
      expect(own.mails[0]?.text).toContain("https://grading.example.edu/forgot-password");
      expect(own.mails[0]?.text).not.toContain(ANA.password);
      expect(server.mails).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it("sees when an account was last used to sign in", async () => {
    await verified(server);
    server.clock.advance(60_000);
    await server.visitor().call("login", { body: ANA });
    const { accounts } = (await (await administrator()).call("getAccounts", {})).body;
    expect(accounts[0]?.last_sign_in_at).toBe(new Date(server.clock.now).toISOString());
  });

  it("disables an account: its sessions and tokens end at once, and nobody signs in to it", async () => {
    await verified(server);
    const ana = server.visitor();
    const { user } = (await ana.call("login", { body: ANA })).body;
    const program = await server.program(user.id, "read");
    const taskId = await makeTask(ana, await makeClass(ana));
    expect((await program.call("pullTask", { params: { taskId } })).status).toBe(200);
    const dean = await administrator();
    const { body } = await dean.call("changeAccount", { params: { accountId: user.id }, body: { disabled: true } });
    expect([body.message, body.account.state]).toEqual([
      "ana@example.edu is disabled: nobody can sign in with it.",
      "disabled",
    ]);
    expect((await ana.callLoosely("getTasks")).status).toBe(401);
    expect((await program.callLoosely("pullTask", { params: { taskId } })).status).toBe(401);
    const refused = await server.visitor().call("login", { body: ANA });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { code: "account-disabled", message: "Your account is disabled. Ask support@example.edu if you need it." },
    ]);
    // The reason is for the person with the password only.
    const guess = await server.visitor().call("login", { body: { ...ANA, password: "Wrong-Pass-1" } });
    expect(guess.body.error.code).toBe("login-failed");
    await dean.call("changeAccount", { params: { accountId: user.id }, body: { disabled: false } });
    expect((await server.visitor().call("login", { body: ANA })).status).toBe(200);
    // A token that ended does not come back.
    expect((await program.callLoosely("pullTask", { params: { taskId } })).status).toBe(401);
  });

  it.each([
    ["is disabled", { disabledAt: 1 }],
    ["waits for approval", { awaitsApproval: true }],
  ])("cannot be removed in any way while the only other one %s", async (_, state) => {
    const dean = await administrator();
    const params = { accountId: dean.userId };
    const other = await administrator("provost@example.edu");
    await server.context.db.write((query) => query.update(users).set(state).where(eq(users.id, other.userId)));
    const attempts = [
      await dean.callLoosely("changeAccount", { params, body: { disabled: true } }),
      await dean.callLoosely("changeAccount", { params, body: { admin: false } }),
      await dean.callLoosely("deleteAccount", { params }),
    ];
    expect(attempts.map(({ status, body }) => [status, body.error.code])).toEqual(
      attempts.map(() => [409, "last-administrator"]),
    );
    await dean.call("changeAccount", { params: { accountId: other.userId }, body: { disabled: false } });
    expect((await dean.call("changeAccount", { params, body: { admin: false } })).status).toBe(200);
    expect((await dean.callLoosely("getAccounts")).status).toBe(403);
  });

  it("hands a leaver's classes and tasks over, and can delete the account only then", async () => {
    const ana = await server.instructor();
    const bo = await server.instructor("bo@example.edu");
    const classId = await makeClass(ana);
    await makeClass(ana, { classGroup: "2" });
    const taskId = await makeTask(ana, classId);
    const fileId = await insertSubmission(server.context, { taskId });
    // Group 1 of the course is Bo's already, in another spelling, and 3 is free.
    await makeClass(bo, { classCode: "cpe 101" });
    const dean = await administrator();
    const params = { accountId: ana.userId };
    const early = await dean.call("deleteAccount", { params });
    expect([early.status, early.body.error]).toEqual([
      409,
      {
        code: "owns-classes",
        message: "ana@example.edu owns 2 classes with 1 task. Hand them over to another account first.",
      },
    ]);
    const { body } = await dean.call("handOver", { params, body: { to: "Bo@Example.edu" } });
    expect(body).toEqual({
      message: "bo@example.edu has 2 more classes with 1 task now.",
      classes: 2,
      tasks: 1,
      renumbered: [{ class_code: "cpe 101", from: 1, to: 3 }],
    });
    expect((await ana.callLoosely("getTask", { params: { taskId } })).status).toBe(404);
    expect((await bo.call("getTask", { params: { taskId } })).body.files).toEqual([{ id: fileId, graded: false }]);
    expect((await bo.call("getClasses", {})).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ class_code: "cpe 101", class_group: 3 })]),
    );
    expect((await dean.call("deleteAccount", { params })).body.message).toBe(
      "The account ana@example.edu was deleted.",
    );
    expect((await bo.call("getTask", { params: { taskId } })).status).toBe(200);
    expect((await ana.callLoosely("getTasks")).status).toBe(401);
  });

  it.each([
    ["an unknown address", "nobody@example.edu", "no-receiver"],
    ["a disabled account", "bo@example.edu", "no-receiver"],
    ["the account itself", "ana@example.edu", "same-account"],
  ])("hands nothing over to %s", async (_, to, code) => {
    const ana = await server.instructor();
    await makeClass(ana);
    const bo = await server.instructor("bo@example.edu");
    const dean = await administrator();
    await dean.call("changeAccount", { params: { accountId: bo.userId }, body: { disabled: true } });
    const { status, body } = await dean.call("handOver", { params: { accountId: ana.userId }, body: { to } });
    expect([status, body.error.code]).toEqual([409, code]);
    expect((await dean.call("getAccounts", {})).body.accounts[0]?.classes).toBe(1);
  });
});

describe("SIGN_UP", () => {
  async function reopen(signUp: string): Promise<void> {
    await server.close();
    server = await openTestServer({ SIGN_UP: signUp });
  }

  it("closed: refuses every sign-up, and makes no account", async () => {
    await reopen("closed");
    const { status, body } = await server.visitor().call("register", { body: ANA });
    expect([status, body.error]).toEqual([
      403,
      {
        code: "sign-up-closed",
        message: "New accounts are made by the administrator here: ask support@example.edu.",
      },
    ]);
    expect(await server.context.db.query.select().from(users)).toEqual([]);
  });

  it("approve: an account waits for an administrator, who gets a mail; approval is mailed to its owner", async () => {
    await reopen("approve");
    const dean = await administrator();
    await register(server);
    const [waiting] = (await dean.call("getAccounts", {})).body.accounts;
    expect(waiting?.state).toBe("unverified");
    await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } });
    await expect
      .poll(() => server.mails.at(-1))
      .toMatchObject({
        to: "dean@example.edu",
        subject: "An account waits for your approval",
        text: expect.stringContaining("circuitgrade user enable ana@example.edu"),
      });
    const early = await server.visitor().call("login", { body: ANA });
    expect([early.status, early.body.error.code]).toEqual([403, "awaits-approval"]);
    const params = { accountId: waiting!.id };
    const { body } = await dean.call("changeAccount", { params, body: { disabled: false } });
    expect(body.account.state).toBe("active");
    await expect
      .poll(() => server.mails.at(-1))
      .toMatchObject({ to: ANA.email, subject: "Your CircuitGrade account is approved" });
    expect((await server.visitor().call("login", { body: ANA })).status).toBe(200);
  });

  it("approve: the administrator gets the mail, too, if a link to a new password confirms the address", async () => {
    await reopen("approve");
    await administrator();
    await register(server);
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const reset = { token: mailedToken(server), new_password: "Xor-Gate-1!" };
    expect((await server.visitor().call("resetPassword", { body: reset })).status).toBe(200);
    await server.context.lifecycle.settled();
    const asked = () => server.mails.filter(({ subject }) => subject === "An account waits for your approval");
    expect(asked()).toMatchObject([{ to: "dean@example.edu" }]);
    // A confirmed account that recovers its password asks for nothing.
    await server.visitor().call("forgotPassword", { body: { email: ANA.email } });
    await server.context.lifecycle.settled();
    const again = { token: mailedToken(server), new_password: "Xor-Gate-2!" };
    expect((await server.visitor().call("resetPassword", { body: again })).status).toBe(200);
    await server.context.lifecycle.settled();
    expect(asked()).toHaveLength(1);
  });

  it("open: as ever; and the account of the first start is an administrator's", async () => {
    const { firstUserToken } = await import("../../services/accounts/sign-up.ts");
    const token = await firstUserToken(server.context);
    await server.visitor().call("register", { body: { ...ANA, setup_token: token! } });
    const ana = server.visitor();
    expect((await ana.call("login", { body: ANA })).body.user.admin).toBe(true);
    await server.visitor().call("register", { body: { email: "bo@example.edu", password: ANA.password } });
    await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } });
    const bo = await server.visitor().call("login", { body: { email: "bo@example.edu", password: ANA.password } });
    expect(bo.body.user.admin).toBe(false);
  });
});
