import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { capture, expectAccessible, expectCleanConsole, expectFocus, openBrowser, openTab } from "./browser.ts";
import { newClass } from "./course.ts";
import { openSite } from "./site.ts";

const [site, browser] = await Promise.all([openSite(), openBrowser()]);
const ana = await site.instructor("ana@example.edu");
const page = await openTab(browser, { site, as: ana });

afterAll(() => browser.close());

/** As from another browser. */
async function logInElsewhere(): Promise<void> {
  const { email, password } = ana;
  const headers = { origin: site.origin, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ email, password }) };
  expect((await fetch(`${site.origin}/auth/login`, init)).status).toBe(200);
}

test("notifications: none, eight a page, followed, removed, cleared", async () => {
  await page.goto("/notifications");
  await page.getByText("No notifications available").waitFor();
  const classId = await newClass(ana);
  for (let number = 1; number <= 9; number++) {
    await ana.call("createTask", {
      body: {
        title: `Half adder ${number}`,
        classId,
        examType: "quiz",
        dueDate: new Date(Date.now() + 3000).toISOString(),
        answerKeys: [{ keys: [{ expression: "A ^ B", grade: "5" }] }],
      },
    });
  }
  // The server checks due dates by its clock, and the open page gets an event.
  await page.getByText(/Page 1 of [23]/).waitFor({ timeout: 120_000 });
  await expect.poll(() => page.getByRole("row").count()).toBe(1 + 8);
  const text = await page.locator("main").innerText();
  for (const part of ["Task | Class Group", "Notification", "Date", "Half adder", "CPE 101 | 1"]) {
    expect(text).toContain(part);
  }
  expect(await page.title()).toBe("Notifications");
  await expectAccessible(page);
  await capture(page, "notifications");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(/Page 2 of/).waitFor();
  await page.getByRole("button", { name: "Previous" }).click();
  await expectRemovable();
  const [first] = (await ana.call("getAllNotifications", {})).notifications;
  await page.getByRole("link", { name: first!.task_title }).first().waitFor();
  await ana.call("deleteNotification", { params: { notificationId: first!.id } });
  // It is still listed, and still links to its task.
  await page
    .getByRole("link", { name: /Half adder/ })
    .first()
    .click();
  await page.waitForURL("**/task/*");
  await page.goBack();
  await page.getByRole("button", { name: "Clear All Notifications" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear All" }).click();
  await page.getByText("No notifications available").waitFor();
  await page.locator(".bell-badge").waitFor({ state: "detached" });
  await capture(page, "notifications-empty");
  expect((await ana.call("getAllNotifications", {})).notifications).toEqual([]);
  expectCleanConsole(page);
  await page.getByRole("link", { name: "Close notifications" }).click();
  await page.waitForURL(`**/dashboard/${ana.userId}`);
});

/** A row disappears at once, however slow the server, and returns only if it could not be removed. */
async function expectRemovable(): Promise<void> {
  const path = `**${ENDPOINTS.deleteNotification.path.replace(":notificationId", "*")}`;
  const rows = page.locator("tbody tr");
  const remove = page.getByRole("button", { name: /^Remove:/ }).first();
  const texts = await rows.allInnerTexts();
  await page.route(path, (route) => route.abort());
  await remove.click();
  await page.getByText(TEXTS.notifications.deleteFailed).waitFor();
  await expect.poll(() => rows.allInnerTexts()).toEqual(texts);
  await page.unroute(path);

  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse((response) => response.request().method() === "DELETE");
  await remove.press("Enter");
  await expect.poll(async () => (await rows.allInnerTexts())[0]).toBe(texts[1]);
  // The next row's button, which is the first now.
  await expectFocus(remove);
  answer();
  expect((await answered).status()).toBe(200);
  await page.unroute(path);
}

test("settings: profile, recovery address, password, toggles, picture, classes", async () => {
  for (const classGroup of ["2", "3", "4"]) await newClass(ana, { classGroup });
  await logInElsewhere();
  await page.goto("/settings");
  expect(await page.title()).toBe("Settings");
  const side = page.getByRole("complementary", { name: "Profile" });
  await expect.poll(() => side.getByRole("listitem").count()).toBe(3);
  await expect
    .poll(() => side.getByRole("link", { name: "View All Classes" }).getAttribute("href"))
    .toBe(`/classes/${ana.userId}`);

  await page.getByLabel("Name", { exact: true }).fill("Ana Cruz");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Profile name updated successfully").waitFor();
  await side.getByText("Ana Cruz").waitFor();

  const sessions = page.getByRole("region", { name: "Sessions" });
  await sessions.getByText("This browser").waitFor();
  expect(await sessions.getByRole("listitem").count()).toBeGreaterThan(1);
  const elsewhere = sessions.getByRole("button", { name: "Log Out Elsewhere" });
  await elsewhere.press("Enter");
  await page.getByText("Logged out everywhere else.").waitFor();
  await expect.poll(() => sessions.getByRole("listitem").count()).toBe(1);
  await expect.poll(() => elsewhere.isDisabled()).toBe(true);
  await expectFocus(elsewhere);

  await page.getByRole("button", { name: "Save Recovery Email" }).click();
  await page.getByText("Recovery email cannot be empty.").waitFor();
  await page.getByLabel("Recovery Email Address").fill("ana@home.example");
  await page.getByRole("form", { name: "Recovery Email" }).getByLabel("Your Password").fill(ana.password);
  await page.getByRole("button", { name: "Save Recovery Email" }).click();
  await page.getByText("Recovery email updated successfully").waitFor();

  const change = page.getByRole("button", { name: "Change Password" });
  await change.click();
  await page.getByText("All password fields must be filled.").waitFor();
  await page.getByLabel("Current Password").fill("Wrong1!aa");
  await page.getByLabel("New Password").fill("Circuit2!");
  await page.getByLabel("Confirm Password").fill("Circuit3!");
  await change.click();
  await page.getByText("New password and confirm password do not match.").waitFor();
  await page.getByLabel("Confirm Password").fill("Circuit2!");
  await change.click();
  await page.getByText("Current password is incorrect.").waitFor();
  await page.getByLabel("Current Password").fill(ana.password);
  await change.click();
  await page.getByText("Password changed successfully").waitFor();

  const due = page.getByRole("switch", { name: /Due dates/ });
  await expect.poll(() => due.getAttribute("aria-checked")).toBe("false");
  await due.click();
  await page.getByLabel("Profile picture").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background: "#0b7a5b" } })
      .png()
      .toBuffer(),
  });
  await page.getByText("Profile image uploaded successfully").waitFor();
  await page.reload();
  await expect.poll(() => due.getAttribute("aria-checked")).toBe("true");
  await expect.poll(() => page.getByLabel("Recovery Email Address").inputValue()).toBe("ana@home.example");
  await side.locator(".rt-AvatarImage").waitFor();
  await expectAccessible(page);
  await capture(page, "settings");
  expectCleanConsole(page);
  await page.getByRole("link", { name: "Close settings" }).click();
  await page.waitForURL(`**/dashboard/${ana.userId}`);
});

test("contact: all fields, then the message is sent to the support address", async () => {
  const visitor = await openTab(browser, { site });
  await visitor.goto("/contact");
  expect(await visitor.title()).toBe("Contact Us");
  await visitor.getByRole("heading", { name: "Get in Touch" }).waitFor();
  await visitor.getByRole("link", { name: "support@example.edu" }).waitFor();
  await visitor.getByRole("button", { name: "Send" }).click();
  await visitor.getByText("Please fill in all fields.").waitFor();
  await expectAccessible(visitor);
  await capture(visitor, "contact-errors");
  await visitor.getByLabel("First Name").fill("Bo");
  await visitor.getByLabel("Last Name").fill("Reyes");
  const email = visitor.getByLabel("Email Address");
  await expect.poll(() => email.getAttribute("type")).toBe("email");
  await email.fill("bo@home.example");
  await visitor.getByRole("textbox", { name: "Message" }).fill("My page was read upside down.");
  await visitor.getByRole("button", { name: "Send" }).click();
  await visitor.getByText("Your message was sent. Thank you.").waitFor();
  await expect.poll(() => visitor.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
  expect((await site.mails()).some((mail) => mail.includes("My page was read upside down."))).toBe(true);
  await capture(visitor, "contact");
  expectCleanConsole(visitor);
});

test("about: every section, with pictures of the real pages", async () => {
  const visitor = await openTab(browser, { site });
  await visitor.goto("/about");
  expect(await visitor.title()).toBe("About");
  for (const name of ["Background", "User Guide", "Limitations", "Issues", "FAQs"]) {
    await visitor.getByRole("link", { name, exact: true }).click();
    await expect
      .poll(() => visitor.getByRole("heading", { level: 2, name }).boundingBox())
      .toMatchObject({
        x: expect.any(Number),
      });
  }
  await visitor.getByRole("row").nth(9).waitFor();
  // The administrator has set no manual.
  expect(await visitor.getByRole("link", { name: "user manual" }).count()).toBe(0);
  await visitor.getByText("How do I grade a submission?").click();
  await visitor.getByText(/use Grade Submission/).waitFor();
  const pictures = visitor.locator(".about-guide img");
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  }
  await expectAccessible(visitor);
  await capture(visitor, "about");
  await visitor.getByRole("button", { name: "Use the dark theme" }).click();
  await expect
    .poll(() => pictures.first().evaluate((picture) => getComputedStyle(picture).filter))
    .toContain("invert(0.9)");
  expectCleanConsole(visitor);
});
