import type { User } from "./accounts/auth.ts";
import type { EndpointName } from "./endpoints.ts";
import type { HandInForm } from "./results/hand-in.ts";
import type { Site } from "./system.ts";

/** `guest` pages are for people without a session: with one, they redirect to the dashboard. */
export type PageAccess = "public" | "guest" | "session" | "administrator";

/** One address of the web product. */
export interface WebPage {
  /** `:name` is a parameter. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly access: PageAccess;
  /** It is about a password: it leads to the log-in page where there are none. */
  readonly passwords?: true;
  /** Whether it has the navigation bar. */
  readonly navigation: boolean;
  /** The script that renders it: the student page has its own small one. */
  readonly entry: "app" | "student";
  /** The module in `ui` that shows the page, if it is fetched apart from the entry: the document names its files. */
  readonly module?: `screens/${string}.tsx`;
  /** The server makes it as HTML, so that it can be read before its script comes. */
  readonly isMade?: true;
  /** The calls whose responses the page needs at once; the document contains them. Parameters are the page's own. */
  readonly firstCalls: readonly EndpointName[];
}

const APP = { entry: "app", firstCalls: [] } as const;
const PUBLIC = { ...APP, access: "public", navigation: true } as const;
const BARE = { ...APP, access: "public", navigation: false } as const;
const SESSION = { ...APP, access: "session", navigation: true } as const;

/** Every page with its title, in the order in which paths are compared. */
export const PAGES: readonly WebPage[] = [
  { ...BARE, path: "/", title: "Landing Page" },
  { ...BARE, path: "/auth", title: "Authentication", access: "guest" },
  { ...BARE, path: "/forgot-password", title: "Forgot Password", passwords: true },
  { ...BARE, path: "/reset-password", title: "Reset Password", passwords: true },
  { ...BARE, path: "/verify-email", title: "Email Verification", passwords: true },
  {
    ...SESSION,
    path: "/dashboard/:userId",
    title: "Dashboard",
    isMade: true,
    module: "screens/dashboard/dashboard-page.tsx",
    firstCalls: ["getTasks"],
  },
  { ...SESSION, path: "/classes/:userId", title: "Class Page", firstCalls: ["getClasses"] },
  { ...SESSION, path: "/create-class", title: "Create Class", firstCalls: ["getClasses"] },
  {
    ...SESSION,
    path: "/edit-class/:classId",
    title: "Edit Class",
    firstCalls: ["getClass", "getClasses", "getTasksByClass"],
  },
  { ...SESSION, path: "/create-task", title: "Create Task", firstCalls: ["getClasses"] },
  { ...SESSION, path: "/edit-task/:taskId", title: "Edit Task", firstCalls: ["getTask", "getClasses"] },
  {
    ...SESSION,
    path: "/task/:taskId",
    title: "Task Page",
    isMade: true,
    module: "screens/task/task-page.tsx",
    firstCalls: ["getTask", "getFiles", "getQueue", "getRegradeRequests"],
  },
  { ...SESSION, path: "/stacks/:taskId", title: "Add Pages", firstCalls: ["getTask", "getStacks"] },
  {
    ...SESSION,
    path: "/circuit-evaluator/:taskId",
    title: "Circuit Evaluator",
    isMade: true,
    module: "screens/circuit-evaluator/circuit-evaluator-page.tsx",
    navigation: false,
    firstCalls: ["getTask", "getFiles"],
  },
  {
    ...BARE,
    path: "/student-upload/:taskId",
    title: "Student Upload",
    isMade: true,
    entry: "student",
    firstCalls: ["getPublicTask"],
  },
  {
    ...SESSION,
    path: "/accounts",
    title: "Accounts",
    access: "administrator",
    firstCalls: ["getAccounts"],
  },
  { ...SESSION, path: "/audit-log", title: "Audit Log", access: "administrator" },
  { ...SESSION, path: "/notifications", title: "Notifications", firstCalls: ["getAllNotifications"] },
  { ...PUBLIC, path: "/contact", title: "Contact Us" },
  { ...PUBLIC, path: "/about", title: "About" },
  { ...SESSION, path: "/settings", title: "Settings", firstCalls: ["getClasses", "getNotificationFilters"] },
  { ...BARE, path: "/error", title: "Error" },
];

/** The title of a path that is not a page. */
export const DEFAULT_PAGE_TITLE = "Default Page Title";

/** The page at a path, or null; a slash at the end is ignored. */
export function findPage(pathname: string): WebPage | null {
  const parts = partsOf(pathname);
  return PAGES.find(({ path }) => matches(partsOf(path), parts)) ?? null;
}

function partsOf(path: string): string[] {
  return path.replace(/(.)\/$/, "$1").split("/");
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((part, index) => (part.startsWith(":") ? parts[index] !== "" : part === parts[index]));
}

/** The addresses of an instructor's own pages. */
export function dashboardPath(userId: string): string {
  return `/dashboard/${encodeURIComponent(userId)}`;
}

/** The tabs of the task page; the first one is open unless the address names another. */
export const TASK_TABS = ["submissions", "review", "similar", "grades", "settings"] as const;
export type TaskTab = (typeof TASK_TABS)[number];

/** A task's page, with this tab open. */
export function taskPath(taskId: string, tab: TaskTab = "submissions"): string {
  const path = `/task/${encodeURIComponent(taskId)}`;
  return tab === "submissions" ? path : `${path}?tab=${tab}`;
}

/** Addresses that lead to a tab of the task page: links to them were saved when each was a page. */
export const TAB_ADDRESSES = {
  "/queue/:taskId": "review",
  "/answer-groups/:taskId": "review",
  "/copies/:taskId": "similar",
  "/gradebook/:taskId": "grades",
} as const satisfies Readonly<Record<string, TaskTab>>;

/** The public page on which students hand in a task's files: the site's origin and this path are the student link. */
export function studentUploadPath(taskId: string): string {
  return `/student-upload/${encodeURIComponent(taskId)}`;
}

/** The parameter of the evaluator's address that selects the submission. */
export const FILE_PARAMETER = "file";

/** The key in the session storage of the evaluator's last address, with its submission. */
export const LAST_EVALUATOR = "circuit-evaluator";

/** The evaluator with this submission; without one it continues with this tab's last one. */
export function evaluatorPath(taskId: string, fileId?: string): string {
  const path = `/circuit-evaluator/${encodeURIComponent(taskId)}`;
  return fileId === undefined ? path : `${path}?${FILE_PARAMETER}=${encodeURIComponent(fileId)}`;
}

/** The document's data, as JSON in `#page-data`: the page renders from it without another request. */
export interface PageData {
  readonly site: Site;
  /** What the person chose; null: as the device has it. */
  readonly theme: "light" | "dark" | null;
  /** Null if there is no session. */
  readonly user: User | null;
  /** Responses of GET calls by their path, with the query. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970 by the server's clock: nothing in `answers` is older. */
  readonly answeredAt: number;
  /** On the student's page only. */
  readonly handIn?: HandInForm;
}

/** Makes the page at `path`, with its query, as HTML; the build of the web UI contains it. */
export type PageRenderer = (page: { readonly data: PageData; readonly path: string }) => string | Promise<string>;

/** The modules of the build that export `renderPage`, by the page's entry. */
export const RENDERERS = { app: "server/app-document.mjs", student: "server/student-document.mjs" } as const;

/** The id of the script element that holds the `PageData`. */
export const PAGE_DATA_ID = "page-data";

/**
 * The cookie in which a browser keeps the chosen theme: `light` or `dark`; without it, the system's. Over https its
 * name makes browsers accept it only from this host.
 */
export function themeCookie(origin: string): string {
  return origin.startsWith("https:") ? "__Host-theme" : "theme";
}
