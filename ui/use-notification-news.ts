import { useEffect, useRef } from "react";
import { useNotificationsVersion } from "./store.ts";
import { useEvents } from "./use-events.ts";
import { useLater } from "./use-later.ts";

/** Calls `reload` when this browser read or removed notifications, and a moment after some came: they come in swarms. */
export function useNotificationNews(reload: () => Promise<void>): void {
  const later = useLater(() => void reload());
  useEvents((news) => {
    if (news.type === "notification") later();
  });
  const version = useNotificationsVersion();
  const seen = useRef(version);

  // Another part of the page changed them.
  useEffect(() => {
    if (version === seen.current) return;
    seen.current = version;
    void reload();
  }, [version, reload]);
}
