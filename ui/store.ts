import { atom, getDefaultStore, useAtomValue } from "jotai";
import { atomWithStorage } from "jotai/utils";
import { LIMITS } from "../core/rules/limits.ts";
import type { User } from "../server/contract/auth.ts";
import { themeCookie } from "../server/contract/pages.ts";
import { pageData } from "./page-data.ts";

const store = getDefaultStore();

/** The stored user: without one the navigation does not appear. The server's word at load goes before the stored one. */
const userAtom = atomWithStorage<User | null>("user", pageData().user);
store.set(userAtom, pageData().user);

/** The signed-in user, or null. */
export function useUser(): User | null {
  return useAtomValue(userAtom);
}

/** The signed-in user on a page that needs one. */
export function useOwnUser(): User {
  const user = useUser();
  if (user === null) throw new Error("This page needs a session.");
  return user;
}

/** Stores who is signed in; null after logout. */
export function setUser(user: User | null): void {
  store.set(userAtom, user);
}

export function currentUser(): User | null {
  return store.get(userAtom);
}

export type ToastTone = "success" | "error" | "info";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: ToastTone;
  /** Its time is over: it fades, and is gone a second later. */
  readonly leaving: boolean;
}

const toastsAtom = atom<readonly Toast[]>([]);
let nextToast = 1;

export function useToasts(): readonly Toast[] {
  return useAtomValue(toastsAtom);
}

/** Shows a message for three seconds. */
export function toast(text: string, tone: ToastTone = "success"): void {
  const id = nextToast++;
  store.set(toastsAtom, (toasts) => [...toasts, { id, text, tone, leaving: false }]);
  setTimeout(() => {
    store.set(toastsAtom, (toasts) => toasts.map((each) => (each.id === id ? { ...each, leaving: true } : each)));
  }, LIMITS.toastSeconds * 1000);
  setTimeout(() => closeToast(id), LIMITS.toastContextSeconds * 1000);
}

export function closeToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((each) => each.id !== id));
}

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The button that does it: 'Delete'. */
  readonly action: string;
  /** What must be typed before, and what is said where it differs. */
  readonly typed?: { readonly text: string; readonly mismatch: string };
  /** What the action's button says while `run` works. */
  readonly busy?: string;
  /** Done while the dialog stays; a failure keeps it open with the returned message, or that of what it throws. */
  run(): Promise<string | null>;
  /** The dialog was closed without doing it. */
  onCancel?(): void;
}

const confirmationAtom = atom<Confirmation | null>(null);

export function useConfirmation(): Confirmation | null {
  return useAtomValue(confirmationAtom);
}

/** Asks before something is lost. Whoever asked what is open until now is told that it was not done. */
export function confirmFirst(confirmation: Confirmation): void {
  const open = store.get(confirmationAtom);
  store.set(confirmationAtom, confirmation);
  open?.onCancel?.();
}

/** Closes this one; another that has taken its place stays. */
export function closeConfirmation(confirmation: Confirmation): void {
  store.set(confirmationAtom, (open) => (open === confirmation ? null : open));
}

export interface LoginQuestion {
  /** Why it is asked, in the server's words. */
  readonly message: string;
  /** Whether there is a session again. */
  answer(loggedIn: boolean): void;
}

const loginQuestionAtom = atom<LoginQuestion | null>(null);
let loginAnswer: Promise<boolean> | null = null;

export function useLoginQuestion(): LoginQuestion | null {
  return useAtomValue(loginQuestionAtom);
}

/** Asks for the password over the page, which stays as it is; calls that wait for a session share one question. */
export function askLogin(message: string): Promise<boolean> {
  loginAnswer ??= new Promise((resolve) => {
    store.set(loginQuestionAtom, {
      message,
      answer(loggedIn) {
        store.set(loginQuestionAtom, null);
        loginAnswer = null;
        resolve(loggedIn);
      },
    });
  });
  return loginAnswer;
}

const unsavedWork = new Set<object>();

/** Tells that something typed is not saved yet, until the returned function is called. */
export function holdUnsavedWork(): () => void {
  const work = {};
  unsavedWork.add(work);
  return () => unsavedWork.delete(work);
}

export function hasUnsavedWork(): boolean {
  return unsavedWork.size > 0;
}

const notificationsVersionAtom = atom(0);

/** Goes up whenever this browser changed the notifications or may have missed some: what shows them asks again then. */
export function useNotificationsVersion(): number {
  return useAtomValue(notificationsVersionAtom);
}

/** Tells what shows notifications that some were read or removed elsewhere on the page, or may have come unheard. */
export function notificationsChanged(): void {
  store.set(notificationsVersionAtom, (version) => version + 1);
}

export type Theme = "light" | "dark";

const themeAtom = atom<Theme>(themeAtStart());

function themeAtStart(): Theme {
  const kept = document.cookie.split("; ").find((pair) => pair.startsWith(`${themeCookie(location.origin)}=`));
  const chosen = /=(light|dark)$/.exec(kept ?? "")?.[1] as Theme | undefined;
  return chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

export function useTheme(): Theme {
  return useAtomValue(themeAtom);
}

/** Changes the theme and keeps the choice in a cookie, so that the next document comes in it. */
export function setTheme(theme: Theme): void {
  store.set(themeAtom, theme);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to send the next document in this theme
  document.cookie = `${themeCookie(location.origin)}=${theme}; path=/; max-age=31536000; SameSite=Lax${secure}`;
}
