import { CheckCircledIcon, Cross2Icon, CrossCircledIcon, InfoCircledIcon } from "@radix-ui/react-icons";
import { Theme } from "@radix-ui/themes";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Navigate, Outlet, ScrollRestoration, useLocation, useParams } from "react-router-dom";
import { LIMITS } from "../../core/rules/limits.ts";
import { DEFAULT_PAGE_TITLE, dashboardPath, findPage } from "../../server/contract/pages.ts";
import type { LiveEvent } from "../../server/contract/system.ts";
import { call } from "../api.ts";
import { renewTopics, TOPICS, type Topic } from "../calls/calls.ts";
import { listen } from "../calls/listen.ts";
import { QuietButton } from "../components/controls.tsx";
import { useLateScroll } from "../hooks/use-late-scroll.ts";
import { useWindowEvent } from "../hooks/use-window-event.ts";
import { isMade, pageData } from "../page-data.ts";
import { pressAgain } from "../press-again.ts";
import {
  closeDialog,
  closeToast,
  currentUser,
  type ToastTone,
  useDialog,
  useTheme,
  useToasts,
  useUser,
} from "../store.ts";
import { Header } from "./header.tsx";
import { ConfirmationDialog, LoginDialog } from "./questions.tsx";

export function App() {
  const chosen = useTheme();
  const theme = usePrinting() ? "light" : chosen;
  const { pathname } = useLocation();
  const page = findPage(pathname);
  const isSignedIn = useUser() !== null;
  useLateScroll();

  // The class on the document sets all colours, also of scrollbars and overscroll.
  useLayoutEffect(() => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(theme);
    document.querySelector<HTMLMetaElement>("meta[name=color-scheme]")!.content = theme;
  }, [theme]);

  // The page can be used from now on.
  useEffect(pressAgain, []);

  // The address determines the title.
  useEffect(() => {
    document.title = page?.title ?? DEFAULT_PAGE_TITLE;
  }, [page]);

  // A page from the browser's back/forward cache may show a session that has ended: the response says so.
  useWindowEvent("pageshow", ({ persisted }) => {
    if (persisted && currentUser() !== null) void call("checkSession", {}).catch(() => undefined);
  });

  return (
    <Theme data-made={isMade || undefined} accentColor="jade" grayColor="sage" radius="medium" panelBackground="solid">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {page?.navigation && <Header />}
      <Main />
      <Toasts />
      {isSignedIn && <LiveQueries />}
      <OpenDialog />
      <ConfirmationDialog />
      <LoginDialog />
      <ScrollRestoration />
    </Theme>
  );
}

function OpenDialog() {
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog disappears with the page that opened it
  useEffect(() => closeDialog, [pathname, search]);
  return useDialog();
}

function Main() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);

  // After a navigation the keyboard and the screen reader continue at the new page, or in the field that it begins with.
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (!(document.activeElement instanceof HTMLInputElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main id="main" ref={main} tabIndex={-1}>
      <Guarded />
    </main>
  );
}

/** Shows the page to users who may see it; others are redirected, as the server redirects them. */
function Guarded() {
  const user = useUser();
  const { pathname } = useLocation();
  const { userId } = useParams();
  const page = findPage(pathname);
  const closed = page?.access === "session" || page?.access === "administrator";
  if (closed && user === null) return <Navigate to="/auth" replace />;
  if (page?.access === "administrator" && user?.admin === false) {
    return <Navigate to={dashboardPath(user.id)} replace />;
  }
  if (page?.access === "guest" && user !== null) return <Navigate to={dashboardPath(user.id)} replace />;
  if (user !== null && page && userId !== undefined && userId !== user.id) {
    return <Navigate to={page.path.replace(":userId", user.id)} replace />;
  }
  return <Outlet />;
}

/** Whether the page is being printed: paper is light, whatever the theme. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  // The browser prints the page as it is when this handler returns.
  useWindowEvent("beforeprint", () => flushSync(() => setPrinting(true)));
  useWindowEvent("afterprint", () => setPrinting(false));
  return printing;
}

const TONES = {
  success: { color: "jade", Icon: CheckCircledIcon },
  error: { color: "red", Icon: CrossCircledIcon },
  info: { color: "blue", Icon: InfoCircledIcon },
} as const satisfies Record<ToastTone, unknown>;

function Toasts() {
  const toasts = useToasts();
  return (
    <section className="toasts" aria-live="polite" aria-label="Messages">
      {toasts.map(({ id, text, tone }) => {
        const { color, Icon } = TONES[tone];
        const style = { animationDelay: `${LIMITS.toastSeconds}s` };
        return (
          <div key={id} className="line between toast" data-tone={tone} data-accent-color={color} style={style}>
            <Icon width="18" height="18" color="var(--accent-9)" aria-hidden />
            <p>{text}</p>
            <QuietButton size="1" label="Close message" onClick={() => closeToast(id)}>
              <Cross2Icon />
            </QuietButton>
          </div>
        );
      })}
    </section>
  );
}

type Topics = ReadonlySet<Topic> | "all";

/** How many milliseconds the events of a burst are gathered: one refresh follows the other. */
const BURST = 700;

/** How many milliseconds newer events wait for responses in progress; later ones are dropped and requested again. */
const PATIENCE = 5000;

/** Keeps the responses in view up to date with live events while it is rendered. */
function LiveQueries(): null {
  // The connection lasts as long as the session.
  useEffect(() => {
    let changed = new Set() as Topics;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function renewLater(): void {
      timer ??= setTimeout(async () => {
        const topics = changed;
        changed = new Set() as Topics;
        await Promise.race([renewTopics(topics), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
        timer = undefined;
        if (changed === "all" || changed.size > 0) renewLater();
      }, BURST);
    }

    const end = listen(pageData().answeredAt, (news) => {
      const topics = topicsOf(news);
      changed = topics === "all" || changed === "all" ? "all" : new Set([...changed, ...topics]);
      renewLater();
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  return null;
}

/** What an event changes. Readings alone change nothing in the list of tasks. */
function topicsOf(news: LiveEvent): Topics {
  if (news.type === "missed") return "all";
  if (news.type === "notification") return new Set([TOPICS.notifications]);
  return new Set(news.type === "analysis" ? [news.task_id] : [news.task_id, TOPICS.tasks]);
}
