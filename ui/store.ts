import { atom, createStore, getDefaultStore, type PrimitiveAtom, useAtomValue } from "jotai";
import { atomWithStorage, createJSONStorage } from "jotai/utils";
import type { ReactElement, ReactNode, RefObject } from "react";
import { LIMITS } from "../core/rules/limits.ts";
import type { User } from "../server/contract/accounts/auth.ts";
import { themeCookie } from "../server/contract/pages.ts";
import { pageData } from "./page-data.ts";

const store = getDefaultStore();

/**
 * The stored user: without one the navigation does not appear. The server's data at load takes precedence over the
 * stored user.
 */
const userAtom = atomWithStorage<User | null>("user", null, storedUser());

/** Local storage; what other tabs store there is taken over, unless that would discard what was typed in this one. */
function storedUser(): ReturnType<typeof createJSONStorage<User | null>> {
  const storage = createJSONStorage<User | null>(() => globalThis.window?.localStorage);
  function takeOver(user: User | null, set: (user: User | null) => void): void {
    const own = currentUser();
    if (user === null && own !== null && hasUnsavedWork()) return void askLogin("You logged out in another tab.");
    set(user);
    if (user !== null && user.id === own?.id) store.get(loginQuestionAtom)?.answer(true);
  }
  return {
    ...storage,
    subscribe: (key, set, initial) => storage.subscribe?.(key, (user) => takeOver(user, set), initial),
  };
}

export function useUser(): User | null {
  return useAtomValue(userAtom);
}

export function useOwnUser(): User {
  const user = useUser();
  if (user === null) throw new Error("This page needs a session.");
  return user;
}

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
}

const toastsAtom = atom<readonly Toast[]>([]);
let nextToast = 1;

export function useToasts(): readonly Toast[] {
  return useAtomValue(toastsAtom);
}

export function toast(text: string, tone: ToastTone = "success"): void {
  const id = nextToast++;
  store.set(toastsAtom, (toasts) => [...toasts, { id, text, tone }]);
  setTimeout(() => closeToast(id), LIMITS.toastContextSeconds * 1000);
}

export function closeToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((each) => each.id !== id));
}

const dialogAtom = atom<ReactNode>(null);

export function useDialog(): ReactNode {
  return useAtomValue(dialogAtom);
}

/** Shows a dialog, a `Modal`, over the page until it is closed or the page is left. */
export function openDialog(dialog: ReactElement): void {
  store.set(dialogAtom, dialog);
}

export function closeDialog(): void {
  store.set(dialogAtom, null);
}

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the confirm button: 'Delete'. */
  readonly action: string;
  /** More about it, below the text of a wider dialog. */
  readonly details?: ReactNode;
  /** Nothing is lost by it. */
  readonly harmless?: boolean;
  /** Another answer, by which something is lost. */
  readonly instead?: Pick<Confirmation, "action" | "run">;
  /** The phrase that must be typed first, and the message if it differs. */
  readonly typed?: { readonly text: string; readonly mismatch: string };
  readonly busy?: string;
  /** Shown if `run` fails; without it, what went wrong. */
  readonly failed?: string;
  /** Runs while the dialog stays open, also if it fails. */
  run(): Promise<void> | void;
  /** The dialog was closed without confirming. */
  onCancel?(): void;
}

const confirmationAtom = atom<Confirmation | null>(null);

export function useConfirmation(): Confirmation | null {
  return useAtomValue(confirmationAtom);
}

/** Asks before something is lost. An open question is cancelled. */
export function confirmFirst(confirmation: Confirmation): void {
  const open = store.get(confirmationAtom);
  store.set(confirmationAtom, confirmation);
  open?.onCancel?.();
}

/** Asks, and says whether the user confirmed. */
export function isConfirmed(question: Omit<Confirmation, "run" | "onCancel">): Promise<boolean> {
  return new Promise((resolve) =>
    confirmFirst({ ...question, onCancel: () => resolve(false), run: () => resolve(true) }),
  );
}

/** Closes this question; one that has replaced it stays. */
export function closeConfirmation(confirmation: Confirmation): void {
  store.set(confirmationAtom, (open) => (open === confirmation ? null : open));
}

export interface LoginQuestion {
  /** Why it is asked, in the server's words. */
  readonly message: string;
  answer(loggedIn: boolean): void;
}

const loginQuestionAtom = atom<LoginQuestion | null>(null);
let loginAnswer: Promise<boolean> | null = null;

export function useLoginQuestion(): LoginQuestion | null {
  return useAtomValue(loginQuestionAtom);
}

/** Asks for the password over the page, which stays unchanged; calls that wait for a session share one question. */
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

export interface UnsavedWork {
  /** Asked before it is lost. */
  readonly question: Pick<Confirmation, "title" | "text" | "action">;
  /** It may be lost without asking. */
  readonly allowed: RefObject<boolean>;
}

/** What would be lost with the page, the latest last. */
export const unsavedWork = new Set<UnsavedWork>();

export function hasUnsavedWork(): boolean {
  return unsavedWork.size > 0;
}

export type Theme = "light" | "dark";

/** Null: as at the start. */
const themeAtom = atom<Theme | null>(null);

/** The server does not know what the device has. */
function themeAtStart(): Theme {
  const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches;
  return pageData().theme ?? (dark ? "dark" : "light");
}

export function useTheme(): Theme {
  return useAtomValue(themeAtom) ?? themeAtStart();
}

/** Changes the theme and keeps the choice in a cookie, so that the next document has it. */
export function setTheme(theme: Theme): void {
  store.set(themeAtom, theme);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it to send the next document in this theme
  document.cookie = `${themeCookie(location.origin)}=${theme}; path=/; max-age=31536000; SameSite=Lax${secure}`;
}

/** State that the parts of one page share; it is gone with the page. */
export interface PageStore<State> {
  get<Key extends keyof State>(key: Key): State[Key];
  /** Components show it at their next rendering; `get` gives it at once. */
  set<Key extends keyof State>(key: Key, change: (value: State[Key]) => State[Key]): void;
  readonly atoms: { readonly [Key in keyof State]: PrimitiveAtom<State[Key]> };
  readonly scope: ReturnType<typeof createStore>;
}

/** Makes a page's store. Each key of `initial` is a part; a component renders when a part that it reads changes. */
export function createPageStore<State extends object>(initial: State): PageStore<State> {
  const scope = createStore();
  const parts = Object.entries(initial).map(([key, value]) => [key, atom(value)]);
  const atoms: PageStore<State>["atoms"] = Object.fromEntries(parts);
  return {
    atoms,
    scope,
    get: (key) => scope.get(atoms[key]),
    set: (key, change) => scope.set(atoms[key], change(scope.get(atoms[key]))),
  };
}

export function usePart<State, Key extends keyof State>({ atoms, scope }: PageStore<State>, key: Key): State[Key] {
  return useAtomValue(atoms[key], { store: scope });
}
