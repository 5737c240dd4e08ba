import { BellIcon } from "@radix-ui/react-icons";
import { Button, Popover } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { LIMITS } from "../../core/rules/limits.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { call } from "../api.ts";
import { byTask, markNotificationRead } from "../calls/notification-calls.ts";
import { notificationsChanged, TOPICS } from "../calls/queries.ts";
import { useCall } from "../calls/use-call.ts";
import { QuietButton } from "../components/buttons/quiet-button.tsx";
import { classGroupLabel, counted, formatDate } from "../format.ts";

/** Of a task with more, the newest two are shown, and how many more there are. */
const MOST_OF_TASK = 3;

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

  async function followAll({ task_id }: Notification): Promise<void> {
    setOpen(false);
    setData(({ notifications }) => ({ notifications: notifications.filter((each) => each.task_id !== task_id) }));
    void navigate(`/task/${task_id}`);
    await call("markTaskNotificationsRead", { params: { taskId: task_id } }).catch(console.error);
  }

  async function clearAll(): Promise<void> {
    setData(() => ({ notifications: [] }));
    await call("markAllNotificationsRead", {}).catch(console.error);
    notificationsChanged();
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger>
        <QuietButton
          size="3"
          className="header-icon bell"
          label={unread.length === 0 ? "Notifications" : `Notifications, ${unread.length} unread`}
        >
          <BellIcon width="18" height="18" />
          {unread.length > 0 && <span className="bell-badge">{unread.length > 99 ? "99+" : unread.length}</span>}
        </QuietButton>
      </Popover.Trigger>
      <Popover.Content className="bell-menu choices" align="end" sideOffset={8} aria-label="Notifications">
        <div className="bell-head line between">
          <strong>Notifications</strong>
          {unread.length > 0 && (
            <Button size="1" variant="ghost" onClick={() => void clearAll()}>
              Clear All
            </Button>
          )}
        </div>
        {unread.length === 0 ? (
          <p className="empty-state">No notifications</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and keys must be able to scroll it
          <ul className="scroll" style={{ maxHeight: LIMITS.notificationMenuHeight }} tabIndex={0}>
            {byTask(unread).map((news) => (
              <TaskNews key={news[0]!.task_id} news={news} onFollow={follow} onFollowAll={followAll} />
            ))}
          </ul>
        )}
        <Link to="/notifications" className="choice bell-all" onClick={() => setOpen(false)}>
          View all notifications
        </Link>
        <span className="visually-hidden" role="status">
          {counted(unread.length, "unread notification")}
        </span>
      </Popover.Content>
    </Popover.Root>
  );
}

interface TaskNewsProps {
  /** One or more unread notifications of a task, newest first. */
  readonly news: readonly Notification[];
  onFollow(notification: Notification): Promise<void>;
  /** Opens the task, and all its notifications are read. */
  onFollowAll(newest: Notification): Promise<void>;
}

function TaskNews({ news, onFollow, onFollowAll }: TaskNewsProps) {
  const newest = news[0]!;
  const shown = news.length <= MOST_OF_TASK ? news : news.slice(0, MOST_OF_TASK - 1);
  const more = news.length - shown.length;
  return (
    <>
      {shown.map((each) => (
        <li key={each.id}>
          {each === newest && (
            <span className="bell-task">
              <strong>{each.task_title}</strong> {classGroupLabel(each)}
            </span>
          )}
          <button type="button" className="choice" onClick={() => void onFollow(each)}>
            <span>{each.message}</span>
            <small>
              <time dateTime={each.created_at}>{formatDate(each.created_at)}</time>
            </small>
          </button>
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className="choice bell-more" onClick={() => void onFollowAll(newest)}>
            Open the task: {more} more
          </button>
        </li>
      )}
    </>
  );
}
