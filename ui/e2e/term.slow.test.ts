import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canEnterRoots, inBareRoot, makeBareRoot } from "../../.ci/package/bare-root.ts";
import { makePackage } from "../../.ci/package/main.ts";
import { runCommand } from "../../cli/testdata/run-command.ts";
import { drawClass } from "../../core/testdata/drawn-pages/draw-class.ts";
import { openDatabase } from "../../server/db/client.ts";
import { appCode } from "../../server/testing/accounts.ts";
import { insertReadPage } from "../../server/testing/read-page.ts";
import { freePort } from "../../server/testing/services/free-port.ts";
import { type OpenIdProvider, openOpenIdProvider } from "../../server/testing/services/openid-provider.ts";
import { bytesOf, launchBrowser, openTab } from "./browser.ts";
import { newClass, newTask } from "./course.ts";
import { handInClass } from "./hand-in-class.ts";
import { type Instructor, instructorIn, mailedTokenAbout, type OwnSite, type SharedSite, startSite } from "./site.ts";

/** The story of a term: each test goes on where the one before it ended. */

/** For a machine that may be busy. */
const PATIENCE = 600_000;
const STAFF = ["ana", "ben", "cy", "di", "eli"] as const;
type Staff = (typeof STAFF)[number];
const ASSISTANTS = ["cy", "di", "eli"] as const;
const DEAN = { email: "dean@example.edu", password: "Half-Adder-1" };
const BEN_PASSWORD = "Circuit2!";
const STUDENTS = Array.from({ length: 60 }, (_, k) => String(20230001 + k));
const ERASED = "20230007";

let folder: string;
let provider: OpenIdProvider;
let site: OwnSite & SharedSite;
let browser: Browser;
let backups: string;
let classId: string;
let taskId: string;
/** Of the picture that all students but the erased one handed in, and of that one's. */
let sharedSha256: string;
let erasedSha256: string;
/** Everybody's tab, and their calls. */
const tabs = new Map<Staff, Page>();
const people = new Map<Staff, Instructor>();
let dean: Page;
let settings: Readonly<Record<string, string>>;

const emailOf = (name: string) => `${name}@example.edu`;
const tabOf = (name: Staff) => tabs.get(name)!;
const callsOf = (name: Staff) => people.get(name)!;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-term-"));
  const port = String(await freePort());
  settings = { DATA_DIR: join(folder, "data"), PORT: port, CLOCK_SECONDS: "1" };
  backups = join(folder, "backups");
  await mkdir(backups);
  [site, browser, provider] = await Promise.all([
    startSite(settings),
    launchBrowser(),
    openOpenIdProvider({ origin: `http://localhost:${port}` }),
  ]);
  for (const name of ["dean", ...STAFF]) {
    provider.people.set(name, { email: emailOf(name), email_verified: true, name: name.toUpperCase() });
  }
}, PATIENCE);

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await provider?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Stops the server and starts it again, with other settings. */
async function restart(changes: Readonly<Record<string, string>>): Promise<void> {
  await site.close();
  settings = { ...settings, ...changes };
  site = await startSite(settings);
}

/** A new tab in which this person has signed on at the provider. */
async function signOn(name: string): Promise<Page> {
  const tab = await openTab(browser, { site });
  tab.setDefaultTimeout(120_000);
  await tab.goto("/auth");
  await throughProvider(tab, name);
  await tab.waitForURL("**/dashboard/*");
  return tab;
}

/** From the log-in page to the provider, where the person types who it is if the provider does not know any more. */
async function throughProvider(tab: Page, name: string): Promise<void> {
  await tab.getByRole("link", { name: "Continue with Campus Login" }).click();
  const login = tab.getByPlaceholder("Enter any login");
  const back = tab.waitForURL(/\/dashboard\/|[?]sign-on=/).then(() => false);
  if (!(await Promise.race([back, login.waitFor().then(() => true)]))) return;
  await login.fill(name);
  await tab.getByPlaceholder("and password").fill("any");
  await tab.getByRole("button", { name: "Sign-in" }).click();
}

const rowOf = (name: Staff) => dean.getByRole("row").filter({ hasText: emailOf(name) });

async function logIn(tab: Page, { email, password }: typeof DEAN): Promise<void> {
  await tab.goto("/auth");
  await tab.getByLabel("Email").fill(email);
  await tab.getByLabel("Password", { exact: true }).fill(password);
  await tab.getByRole("button", { name: "Log In" }).click();
}

async function filesFor(name: Staff) {
  return (await callsOf(name).call("getFiles", { params: { taskId } })).files;
}

test("the administrator makes the first account, sets up sign-on, and signs on", { timeout: PATIENCE }, async () => {
  const link = /\S+\/auth\?setup=\S+/.exec(site.output())?.[0] ?? "no link";
  dean = await openTab(browser, { site });
  await dean.goto(link);
  await dean.getByLabel("University email").fill(DEAN.email);
  await dean.getByLabel("Password", { exact: true }).fill(DEAN.password);
  await dean.getByRole("button", { name: "Sign Up" }).click();
  await dean.waitForURL("**/dashboard/*");
  await dean.context().close();

  await restart(provider.variables);
  dean = await signOn("dean");
  await dean.getByRole("link", { name: "Accounts" }).click();
  await dean.getByRole("row").filter({ hasText: DEAN.email }).getByText("Single sign-on").waitFor();
});

test("two instructors and three assistants sign on and have accounts", { timeout: PATIENCE }, async () => {
  for (const name of STAFF) {
    const tab = await signOn(name);
    tabs.set(name, tab);
    people.set(name, await instructorIn(site, tab));
  }
  await dean.reload();
  for (const name of STAFF) await rowOf(name).getByText("Active").waitFor();
});

test("Ana shares her class: Ben co-instructs, and each assistant grades a third of 60 pages", {
  timeout: PATIENCE,
}, async () => {
  const ana = callsOf("ana");
  classId = await newClass(ana, { studentList: STUDENTS, studentNames: { [ERASED]: "Gil Erasmus" } });
  const answerKeys = [{ keys: [{ expression: "A & B", grade: "5" }] }];
  taskId = await newTask(ana, { classId, title: "And", answerKeys });
  await storePages();
  const tab = tabOf("ana");
  await tab.goto(`/edit-class/${classId}`);
  const section = tab.getByRole("region", { name: "People" });
  for (const name of ["ben", ...ASSISTANTS] as const) {
    await section.getByRole("button", { name: "Add Person" }).click();
    const dialog = tab.getByRole("dialog", { name: "Add Person" });
    await dialog.getByLabel("E-mail Address").fill(emailOf(name));
    await dialog.getByRole("radio", { name: name === "ben" ? /^co-instructs/ : /^grades an equal share/ }).click();
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await section.getByText(emailOf(name)).waitFor();
  }
  const shown = await Promise.all(STAFF.map(async (name) => (await filesFor(name)).length));
  expect(shown).toEqual([60, 60, 20, 20, 20]);
});

test("the assistants grade their pages in Review; nobody sees the others', and the history says who graded", {
  timeout: PATIENCE,
}, async () => {
  for (const name of ASSISTANTS) {
    const tab = tabOf(name);
    let { entries, clear } = await callsOf(name).call("getQueue", { params: { taskId } });
    await tab.goto(`/task/${taskId}?tab=review`);
    for (let left = entries.length; left > 0; left--) {
      await tab.getByText("If this gate is an AND, the answer is right.", { exact: true }).waitFor();
      await tab.keyboard.press("b");
      await tab.getByText(`${left - 1} page${left === 2 ? "" : "s"} in the queue`).waitFor();
    }
    await tab.getByRole("button", { name: /^Confirm \d+ grades/ }).click();
    await tab.getByText("0 pages in the queue · 0 can be confirmed now · 20 graded").waitFor();
    ({ entries, clear } = await callsOf(name).call("getQueue", { params: { taskId } }));
    expect([entries, clear]).toEqual([[], 0]);
  }
  const files = await filesFor("ben");
  expect(files.map(({ graded, total_grade }) => [graded, total_grade])).toEqual(files.map(() => [true, 5]));
  const graders = await Promise.all(
    files.map(async ({ id }) => {
      const { history } = await callsOf("ben").call("getGradeRows", { params: { fileId: id } });
      return history[0]?.by;
    }),
  );
  for (const name of ASSISTANTS) expect(graders.filter((by) => by?.startsWith(emailOf(name)))).toHaveLength(20);
});

test("Ana leaves: the administrator hands her class over to Ben and disables her account", {
  timeout: PATIENCE,
}, async () => {
  await dean.reload();
  await chooseFor("ana", "Hand Over Classes…");
  await dean.getByRole("dialog").getByRole("combobox").click();
  await dean.getByRole("option", { name: emailOf("ben") }).click();
  await dean.getByRole("dialog").getByRole("button", { name: "Hand Over" }).click();
  await dean.getByRole("dialog").waitFor({ state: "detached" });
  await chooseFor("ana", "Disable…");
  await dean.getByRole("alertdialog").getByRole("button", { name: "Disable Account" }).click();
  await rowOf("ana").getByText("Disabled").waitFor();
  const tab = tabOf("ana");
  await tab.goto(`/task/${taskId}`);
  await tab.waitForURL("**/auth");
  await throughProvider(tab, "ana");
  await tab.getByText("Your account is disabled.").waitFor();
  expect((await callsOf("ben").call("getTask", { params: { taskId } })).owner.email).toBe(emailOf("ben"));
  expect(await filesFor("cy")).toHaveLength(20);
});

test("at night the server backs itself up", { timeout: PATIENCE }, async () => {
  await restart({ BACKUP_DIR: backups });
  await expect.poll(archives, { timeout: 120_000 }).toHaveLength(1);
});

test("a student gets an export, and is erased", { timeout: PATIENCE }, async () => {
  const tab = tabOf("ben");
  await tab.goto(`/classes/${callsOf("ben").userId}`);
  await tab.getByRole("button", { name: "One Student's Data" }).click();
  const dialog = tab.getByRole("dialog", { name: "One Student's Data" });
  await dialog.getByLabel("Student ID").fill(ERASED);
  await dialog.getByRole("button", { name: "Search" }).click();
  await dialog.getByRole("heading", { name: `${ERASED} · Gil Erasmus` }).waitFor();
  const download = tab.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export as ZIP" }).click();
  const files = unzipSync(new Uint8Array(await bytesOf(await download)));
  expect(new TextDecoder().decode(files["student.json"])).toContain("Gil Erasmus");
  expect(await storedNames()).toContainEqual(expect.stringContaining(erasedSha256));

  await dialog.getByRole("button", { name: "Erase…" }).click();
  const question = tab.getByRole("alertdialog", { name: `Erase student ${ERASED}?` });
  await question.getByRole("textbox").fill(ERASED);
  await question.getByRole("button", { name: "Erase Student" }).click();
  await tab.getByText(`Student ${ERASED} is erased.`).first().waitFor();
  await expectErased();
});

test("Ben sets a password and a second factor, and gets in with a recovery code when the phone is lost", {
  timeout: PATIENCE,
}, async () => {
  const tab = tabOf("ben");
  const { email } = callsOf("ben");
  await callsOf("ben").call("forgotPassword", { body: { email } });
  await tab.context().clearCookies();
  await tab.goto(`/reset-password?token=${await mailedTokenAbout(site, email, "reset-password")}`);
  await tab.getByLabel("New password", { exact: true }).fill(BEN_PASSWORD);
  await tab.getByLabel("Confirm password", { exact: true }).fill(BEN_PASSWORD);
  await tab.getByRole("button", { name: "Set Password" }).click();
  await tab.waitForURL("**/auth");
  await logIn(tab, { email, password: BEN_PASSWORD });
  await tab.waitForURL("**/dashboard/*");

  await tab.goto("/settings");
  const section = tab.getByRole("region", { name: "Second Factor" });
  await section.getByRole("button", { name: "Turn On Second Factor" }).click();
  await section.getByLabel("Your Password").fill(BEN_PASSWORD);
  await tab.keyboard.press("Enter");
  const secret = (await section.locator(".factor-secret").innerText()).replaceAll(" ", "");
  await section.getByLabel("Enter the code that the app shows").fill(appCode(secret, Date.now()));
  await tab.keyboard.press("Enter");
  const codes = (await section.getByRole("list", { name: "Recovery codes" }).innerText()).split(/\s+/);

  await tab.context().clearCookies();
  await logIn(tab, { email, password: BEN_PASSWORD });
  // The app's code of now is used up; the phone's clock may be half a minute ahead.
  await tab.getByLabel("Code", { exact: true }).fill(appCode(secret, Date.now(), 1));
  await tab.keyboard.press("Enter");
  await tab.waitForURL("**/dashboard/*");

  await tab.context().clearCookies();
  await logIn(tab, { email, password: BEN_PASSWORD });
  await tab.getByRole("button", { name: "Use a recovery code" }).click();
  await tab.getByLabel("Recovery code", { exact: true }).fill(codes.find((code) => code !== "")!);
  await tab.keyboard.press("Enter");
  await tab.waitForURL("**/dashboard/*");
  await tab.goto("/settings");
  await section.getByText("9 recovery codes left.").waitFor();
});

/** Whether the restored server runs where there is nothing but the program; some containers allow no such place. */
const isBare = canEnterRoots();
const WHERE = isBare
  ? "with the one file into a root without anything else"
  : "into another folder (this machine allows no separate root)";

test(`the server is restored from the night's backup ${WHERE}, and the student stays erased`, {
  timeout: PATIENCE,
}, async () => {
  await site.close();
  const [archive] = await archives();
  const path = join(backups, archive!);
  const checked = await runCommand(["check-backup", path], folder);
  expect([checked.code, checked.stderr]).toEqual([0, expect.any(String)]);
  site = await (isBare ? restoreInBareRoot(path) : restoreHere(path));
  const tab = await signOn("ben");
  people.set("ben", await instructorIn(site, tab));
  await expectErased();
  const files = await filesFor("ben");
  expect(files.map(({ graded, total_grade }) => [graded, total_grade])).toEqual(files.map(() => [true, 5]));
  await tab.goto(`/task/${taskId}`);
  await tab.getByText("20230001", { exact: true }).waitFor();
  dean = await signOn("dean");
  await dean.getByRole("link", { name: "Accounts" }).click();
  await rowOf("ana").getByText("Disabled").waitFor();
  await expect.poll(() => rowOf("ben").getByRole("cell").nth(1).innerText()).toBe("1");
});

async function restoreHere(archive: string): Promise<OwnSite & SharedSite> {
  const restored = await runCommand(["restore", archive, "--data", "restored"], folder);
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining("eras")]);
  settings = { ...settings, DATA_DIR: join(folder, "restored") };
  return startSite(settings);
}

/** On a system that has the packaged file, its essential programs and the backup alone. */
async function restoreInBareRoot(archive: string): Promise<OwnSite & SharedSite> {
  const root = join(folder, "root");
  await makeBareRoot(root);
  await mkdir(join(root, "srv"));
  await mkdir(join(root, "etc"));
  // The provider of the test is on this machine.
  await writeFile(join(root, "etc/hosts"), "127.0.0.1 localhost\n");
  await makePackage(join(root, "srv/circuitgrade"));
  await cp(backups, join(root, "srv/backups"), { recursive: true });
  const inside = [...inBareRoot(root, { network: true }), "/srv/circuitgrade"] as const;
  const environment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/srv" };
  const [program = "", ...words] = [
    ...inside,
    "restore",
    `/srv/backups/${basename(archive)}`,
    "--data",
    "/srv/restored",
  ];
  const restored = await promisify(execFile)(program, words, { env: environment });
  expect(restored.stderr).toContain("eras");
  const { DATA_DIR: _, BACKUP_DIR: __, ...others } = settings;
  const dataDir = join(root, "srv/restored");
  settings = { ...others, DATA_DIR: dataDir };
  const command = [...inside, "serve", "--data", "/srv/restored"] as unknown as [string, ...string[]];
  return startSite({ ...others, ...environment, DATA_DIR: "/srv/restored" }, { command, dataDir });
}

async function chooseFor(name: Staff, action: string): Promise<void> {
  await dean.getByRole("button", { name: `Actions for ${emailOf(name)}` }).click();
  await dean.getByRole("menuitem", { name: action }).click();
}

async function archives(): Promise<string[]> {
  return (await readdir(backups)).filter((name) => name.endsWith(".tar.gz"));
}

function storedNames(): Promise<string[]> {
  return readdir(join(settings.DATA_DIR!, "files"), { recursive: true });
}

/** Nothing of the student is in the class, the task and the stored files; everybody else's is. */
async function expectErased(): Promise<void> {
  const ben = callsOf("ben");
  const others = STUDENTS.filter((student) => student !== ERASED);
  expect((await filesFor("ben")).map(({ student_id }) => student_id)).toEqual(others);
  expect((await ben.call("getClass", { params: { classId } })).student_list).toEqual(others);
  const names = await storedNames();
  expect(names.filter((name) => name.includes(erasedSha256))).toEqual([]);
  expect(names.filter((name) => name.includes(sharedSha256))).not.toEqual([]);
}

/** 60 pages as if they had been read, every fifth one doubtful; for two students a page is really handed in. */
async function storePages(): Promise<void> {
  const ana = callsOf("ana");
  const other = await newTask(ana, { classId, title: "Warm-up" });
  const drawn = await drawClass();
  const [first, second] = [drawn[0]!, drawn[1]!];
  const handedIn = [
    { studentId: STUDENTS[0]!, picture: first.picture },
    { studentId: ERASED, picture: second.picture },
  ];
  await handInClass(site, { by: ana, taskId: other, pages: handedIn });
  const { files } = await ana.call("getFiles", { params: { taskId: other } });
  const fileOf = (student: string) => {
    const { sha256, size } = files.find(({ student_id }) => student_id === student)!;
    return { sha256, size };
  };
  const [shared, own] = [fileOf(STUDENTS[0]!), fileOf(ERASED)];
  [sharedSha256, erasedSha256] = [shared.sha256, own.sha256];
  const db = await openDatabase({ url: `file:${site.dataDir}/circuitgrade.db` });
  const context = { db, now: Date.now } as Parameters<typeof insertReadPage>[0];
  for (const [k, studentId] of STUDENTS.entries()) {
    const read =
      k % 5 === 0 ? { lines: ["Y = NAND(A, B)"], confidence: 0.6 } : { lines: ["Y = AND(A, B)"], confidence: 0.999 };
    await insertReadPage(context, { taskId, studentId, ...(studentId === ERASED ? own : shared), ...read });
  }
  await db.close();
}
