import { BellIcon } from "@radix-ui/react-icons";
import { Button, IconButton, Popover } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { LIMITS } from "../../core/rules/limits.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { call } from "../api.ts";
import { markNotificationRead } from "../calls/notification-calls.ts";
import { notificationsChanged, TOPICS } from "../calls/queries.ts";
import { useCall } from "../calls/use-call.ts";
import { counted, formatDate } from "../format.ts";

/** The bell with the number of unread notifications, and their list. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data, setData } = useCall("getUnreadNotifications", { query: {} }, { live: TOPICS.notifications });
  const unread = data?.notifications ?? [];

  async function follow({ id, task_id }: Notification): Promise<void> {
    setOpen(false);
    setData(({ notifications }) => ({ notifications: notifications.filter((each) => each.id !== id) }));
    void navigate(`/task/${task_id}`);
    await markNotificationRead(id);
  }

  async function clearAll(): Promise<void> {
    setData(() => ({ notifications: [] }));
    await call("markAllNotificationsRead", {}).catch(console.error);
    notificationsChanged();
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger>
        <IconButton
          variant="ghost"
          color="gray"
          size="3"
          className="header-icon bell"
          aria-label={unread.length === 0 ? "Notifications" : `Notifications, ${unread.length} unread`}
        >
          <BellIcon width="18" height="18" />
          {unread.length > 0 && <span className="bell-badge">{unread.length > 99 ? "99+" : unread.length}</span>}
        </IconButton>
      </Popover.Trigger>
      <Popover.Content className="bell-menu" align="end" sideOffset={8} aria-label="Notifications">
        <div className="bell-head">
          <strong>Notifications</strong>
          {unread.length > 0 && (
            <Button size="1" variant="ghost" onClick={() => void clearAll()}>
              Clear All
            </Button>
          )}
        </div>
        {unread.length === 0 ? (
          <p className="bell-empty">No notifications</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and keys must be able to scroll it
          <ul className="bell-list" style={{ maxHeight: LIMITS.notificationMenuHeight }} tabIndex={0}>
            {unread.map((notification) => (
              <li key={notification.id}>
                <button type="button" onClick={() => void follow(notification)}>
                  <span>{notification.message}</span>
                  <time dateTime={notification.created_at}>{formatDate(notification.created_at)}</time>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Link to="/notifications" className="bell-all" onClick={() => setOpen(false)}>
          View all notifications
        </Link>
        <span className="visually-hidden" role="status">
          {counted(unread.length, "unread notification")}
        </span>
      </Popover.Content>
    </Popover.Root>
  );
}
