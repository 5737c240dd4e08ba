import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { users } from "../../db/schema.ts";
import { hashNewPassword } from "../../services/accounts/passwords.ts";
import { ANA } from "../../testing/accounts.ts";
import { serverOfTest, type TestServer } from "../../testing/test-server.ts";

let server: TestServer;
let ana: Awaited<ReturnType<TestServer["instructor"]>>;

beforeEach(async () => {
  server = await serverOfTest();
  ana = await server.instructor();
});

const EMPTY = { profile_image_url: null, contact_number: null, recovery_email: null };

describe("the user's data", () => {
  it("are shown to the user alone", async () => {
    const params = { userId: ana.userId };
    expect((await ana.call("getUser", { params })).body).toEqual({
      user: { id: ana.userId, name: "ana", email: "ana@example.edu", admin: false, ...EMPTY },
    });
    const bo = await server.instructor("bo@example.edu");
    expect((await bo.call("getUser", { params })).status).toBe(404);
    expect((await server.visitor().call("getUser", { params })).status).toBe(401);
  });

  it("accept a new name and number, and keep what is left out", async () => {
    await ana.call("updateUserInfo", { body: { name: " Ana Cruz ", contactNumber: "+63 2 1234" } });
    const { body } = await ana.call("updateUserInfo", { body: { name: "Ana C." } });
    expect(body.user).toMatchObject({ name: "Ana C.", contact_number: "+63 2 1234" });
    // Mails say who writes: no name begins another line of theirs.
    const odd = await ana.call("updateUserInfo", { body: { name: "Ana\r\nYour account ends: \u202ebo" } });
    expect(odd.body.user.name).toBe("Ana Your account ends:  bo");
    expect((await ana.call("updateUserInfo", { body: { contactNumber: "" } })).body.user.contact_number).toBeNull();
  });

  it("accept a recovery address if the password was entered in the last five minutes, and notify the owner", async () => {
    const passwordHash = await hashNewPassword(ANA.password);
    await server.context.db.write((query) => query.update(users).set({ passwordHash }));
    const redirect = () => ana.call("updateUserInfo", { body: { recoveryEmail: " Ana@Mail.example " } });
    const refused = await redirect();
    expect([refused.status, refused.body.error.code]).toEqual([403, "password-not-validated"]);
    await ana.call("validatePassword", { body: ANA });
    server.clock.advance(5 * 60_000 + 1);
    expect((await redirect()).status).toBe(403);
    expect((await ana.call("getUser", { params: { userId: ana.userId } })).body.user.recovery_email).toBeNull();
    await ana.call("validatePassword", { body: ANA });
    expect((await redirect()).body.user.recovery_email).toBe("ana@mail.example");
    server.clock.advance(60 * 60_000);
    // The same again is not a change.
    expect((await redirect()).status).toBe(200);
    await server.context.lifecycle.settled();
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["ana@example.edu", "Your CircuitGrade recovery email was changed"],
    ]);
  });

  it.each([
    [{ recoveryEmail: "" }, "Recovery email cannot be empty."],
    [{ recoveryEmail: "ana" }, "Not a valid email address"],
    [{ name: " " }, "Name cannot be empty."],
    [{ name: "x".repeat(51) }, "Name cannot exceed 50 characters."],
    [{ contactNumber: "call me" }, "Contact number must be digits, spaces and + - ( ) only."],
    [{}, "The request could not be understood or was missing required parameters."],
  ])("refuse %j", async (body, message) => {
    const answer = await ana.call("updateUserInfo", { body });
    expect([answer.status, answer.body.error.message]).toEqual([400, message]);
    expect((await ana.call("getUser", { params: { userId: ana.userId } })).body.user).toMatchObject(EMPTY);
  });
});

describe("the profile picture", () => {
  const form = (bytes: Uint8Array, type = "image/jpeg") => {
    const data = new FormData();
    data.set("image", new File([new Uint8Array(bytes)], "me.jpg", { type }));
    return { body: data };
  };

  const photo = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: "#c04040" } })
      .withExif({ IFD0: { Copyright: "where I live" } })
      .jpeg()
      .toBuffer();

  it("is re-encoded as a square without the camera's data, and everybody may see it", async () => {
    const { status, body } = await ana.call("uploadProfileImage", form(await photo()));
    expect(status).toBe(200);
    const path = body.user.profile_image_url ?? "";
    expect(path).toMatch(/^\/auth\/profile-image\/[\w-]{22}$/);
    const response = await server.visitor().fetch(path);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("cache-control")).toContain("immutable");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 512, height: 512, format: "webp" });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes("where I live")).toBe(false);
  });

  it("replaces the earlier one", async () => {
    const first = (await ana.call("uploadProfileImage", form(await photo()))).body.user.profile_image_url ?? "";
    const second = (await ana.call("uploadProfileImage", form(await photo()))).body.user.profile_image_url ?? "";
    expect(second).not.toBe(first);
    expect((await server.visitor().fetch(first)).status).toBe(404);
    expect((await server.visitor().fetch(second)).status).toBe(200);
  });

  it.each([
    ["a text", new TextEncoder().encode("hello")],
    ["an SVG", new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a PDF", new TextEncoder().encode("%PDF-1.7")],
    ["a HEIC", new TextEncoder().encode("\u0000\u0000\u0000\u0018ftypheic")],
    ["a broken PNG", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])],
  ])("refuses %s, whatever its name says", async (_, bytes) => {
    const { status, body } = await ana.call("uploadProfileImage", form(bytes));
    expect([status, body.error.code]).toEqual([400, "not-a-picture"]);
  });

  it("refuses a picture of too many pixels before it fills the memory", async () => {
    const huge = await sharp({ create: { width: 10_000, height: 6000, channels: 3, background: "white" } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(huge.length).toBeLessThan(1024 * 1024);
    expect((await ana.call("uploadProfileImage", form(huge))).body.error.message).toBe(
      "Please choose a PNG, JPG or GIF picture of at most 50 megapixels.",
    );
  });

  it("refuses more than 5 MB, also where the length is not announced", async () => {
    const { status, body } = await ana.call("uploadProfileImage", form(new Uint8Array(6 * 1024 * 1024)));
    expect([status, body.error.message]).toEqual([413, "Too large: at most 5 MB are taken at once."]);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
    });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const init = { method: "POST", headers, body: stream, duplex: "half" } as RequestInit;
    expect((await ana.fetch("/auth/upload_profile_image", init)).status).toBe(413);
  });

  it("refuses a form without a file, and a body that is not a form", async () => {
    expect((await ana.call("uploadProfileImage", { body: new FormData() })).body.error.code).toBe("no-image");
    const headers = { "content-type": "image/png" };
    expect((await ana.fetch("/auth/upload_profile_image", { method: "POST", headers, body: "x" })).status).toBe(415);
  });

  it("cannot be found by a guessed name", async () => {
    for (const imageId of ["unknown", "..", "%2e%2e%2fadmin-token"]) {
      expect((await server.visitor().fetch(`/auth/profile-image/${imageId}`)).status).toBe(404);
    }
  });
});
