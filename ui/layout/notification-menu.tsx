import { Button, Flex, Popover } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { LIMITS } from "../../core/rules/limits.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { call } from "../api.ts";
import { notificationsChanged, useUnread } from "../calls/calls.ts";
import { byTask, markNotificationRead } from "../calls/notification-calls.ts";
import type { MenuProps } from "../components/late-menu.tsx";
import { classGroupLabel, counted, formatDate } from "../format.ts";

/** Of a task with more, the newest two are shown, and how many more there are. */
const MOST_OF_TASK = 3;

/** The unread notifications. */
export function Menu({ button }: MenuProps) {
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  const { unread, setData } = useUnread();

  async function follow({ id, task_id }: Notification, { all = false } = {}): Promise<void> {
    const isLeft = (each: Notification) => (all ? each.task_id !== task_id : each.id !== id);
    setOpen(false);
    setData(({ notifications }) => ({ notifications: notifications.filter(isLeft) }));
    void navigate(`/task/${task_id}`);
    if (all) await call("markTaskNotificationsRead", { params: { taskId: task_id } }).catch(console.error);
    else await markNotificationRead(id);
    notificationsChanged();
  }

  async function clearAll(): Promise<void> {
    setData(() => ({ notifications: [] }));
    await call("markAllNotificationsRead", {}).catch(console.error);
    notificationsChanged();
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger>{button}</Popover.Trigger>
      <Popover.Content width="min(340px, calc(100vw - 24px))" size="1" className="choices" aria-label="Notifications">
        <Flex justify="between" align="center" p="2">
          <strong>Notifications</strong>
          {unread.length > 0 && (
            <Button size="1" variant="ghost" onClick={() => void clearAll()}>
              Clear All
            </Button>
          )}
        </Flex>
        {unread.length === 0 ? (
          <p className="centred empty-state">No notifications</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and keys must be able to scroll it
          <ul className="scroll" style={{ maxHeight: LIMITS.notificationMenuHeight }} tabIndex={0}>
            {byTask(unread).map((news) => (
              <TaskNews key={news[0]!.task_id} news={news} onFollow={follow} />
            ))}
          </ul>
        )}
        <Link to="/notifications" className="choice middle" onClick={() => setOpen(false)}>
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
  /** Opens the task; the notification is read, or `all` of the task. */
  onFollow(notification: Notification, options?: { readonly all: boolean }): Promise<void>;
}

function TaskNews({ news, onFollow }: TaskNewsProps) {
  const newest = news[0]!;
  const shown = news.length <= MOST_OF_TASK ? news : news.slice(0, MOST_OF_TASK - 1);
  const more = news.length - shown.length;
  return (
    <>
      {shown.map((each) => (
        <li key={each.id}>
          {each === newest && (
            <small>
              <strong>{each.task_title}</strong> {classGroupLabel(each)}
            </small>
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
          <button type="button" className="choice" onClick={() => void onFollow(newest, { all: true })}>
            Open the task: {more} more
          </button>
        </li>
      )}
    </>
  );
}
