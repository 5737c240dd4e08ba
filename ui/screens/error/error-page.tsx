import { ArrowLeftIcon, LinkBreak2Icon } from "@radix-ui/react-icons";
import { Button, Theme } from "@radix-ui/themes";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useRouteError } from "react-router-dom";
import { ERROR_PAGES } from "../../../server/contract/error-pages.ts";
import { call } from "../../api.ts";
import { LinkButton } from "../../components/controls.tsx";

export interface ErrorState {
  /** A status, `unauthorized` or anything else. */
  readonly type?: string | number;
  /** Default: the type's own text. */
  readonly message?: string;
}

/** Says what went wrong; type and message come from the navigation state or from the properties. */
export function ErrorPage(props: ErrorState) {
  const state = (useLocation().state ?? {}) as ErrorState;
  const type = String(props.type ?? state.type ?? "other");
  const page = ERROR_PAGES[type as keyof typeof ERROR_PAGES] ?? ERROR_PAGES.other;
  return (
    <Failure title={page.title} message={props.message ?? state.message ?? page.message}>
      {type === "404" && state.message !== undefined && (
        <p>It may have been deleted, or is no longer shared with you.</p>
      )}
      <LinkButton to="/auth" size="3">
        <ArrowLeftIcon />
        Go Back to Home
      </LinkButton>
    </Failure>
  );
}

/**
 * Shown in place of a page that crashed, or whose files could not be fetched: the only way on is to reload it. If there
 * is no connection, it reloads by itself as soon as there is one.
 */
export function CrashPage() {
  const error = useRouteError();
  const isOffline = useReloadOnceReachable();
  console.error(error);
  return (
    <Theme accentColor="jade" grayColor="sage">
      <main>
        <Failure {...ERROR_PAGES[isOffline ? "unreachable" : "other"]}>
          {!isOffline && (
            <Button size="3" onClick={() => location.reload()}>
              Load the page again
            </Button>
          )}
        </Failure>
      </main>
    </Theme>
  );
}

/** Milliseconds until an unreachable server is tried again. */
const RETRY_AFTER = 3000;

/** Whether the server cannot be reached. */
function useReloadOnceReachable(): boolean {
  const [isOffline, setIsOffline] = useState(!navigator.onLine);

  // What the browser says about its network is not enough: the server may be out of reach behind it.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasOffline = false;
    async function look(): Promise<void> {
      const reached = await call("health", {}).then(
        () => true,
        () => false,
      );
      if (reached && wasOffline) location.reload();
      setIsOffline(!reached);
      wasOffline = !reached;
      if (!reached) timer = setTimeout(look, RETRY_AFTER);
    }
    void look();
    return () => clearTimeout(timer);
  }, []);

  return isOffline;
}

function Failure({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="centred empty-state">
      <LinkBreak2Icon width="72" height="72" color="var(--accent-9)" aria-hidden />
      <h1 style={{ color: "var(--gray-12)" }}>{title}</h1>
      <p>{message}</p>
      {children}
    </div>
  );
}
