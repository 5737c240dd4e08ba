import { BellIcon, Cross2Icon, TrashIcon } from "@radix-ui/react-icons";
import { Button, IconButton, Skeleton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Notification } from "../../../server/contract/accounts/notification.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { type ApiError, call } from "../../api.ts";
import { notificationsChanged, TOPICS, useCall } from "../../calls/calls.ts";
import { byTask, deleteNotification, markNotificationRead } from "../../calls/notification-calls.ts";
import { QuietButton } from "../../components/controls.tsx";
import { Answers, PageHead, Pager, TableHead } from "../../components/page-parts.tsx";
import { classGroupLabel, counted, formatDate } from "../../format.ts";
import { focusNeighbour } from "../../hooks/use-focus-return.ts";
import { usePages } from "../../hooks/use-pages.ts";
import { confirmFirst, toast } from "../../store.ts";
import "./notifications.css";

export function Component() {
  const known = useCall("getAllNotifications", {}, { live: TOPICS.notifications });
  const all = byTask(known.data?.notifications ?? []).flat();
  const { shown, ...pager } = usePages(all, LIMITS.notificationsPerPage);

  function askClear(): void {
    confirmFirst({
      title: "Clear all notifications?",
      text: `${counted(all.length, "notification")} will be removed for good. Tasks and submissions stay.`,
      action: "Clear All",
      failed: TEXTS.notifications.deleteFailed,
      async run() {
        await call("deleteAllNotifications", {});
        // New ones may have arrived during the question, so the page reloads, as the bell does.
        notificationsChanged();
      },
    });
  }

  async function remove({ id }: Notification): Promise<void> {
    known.setData(({ notifications }) => ({ notifications: notifications.filter((each) => each.id !== id) }));
    await deleteNotification(id).catch(() => toast(TEXTS.notifications.deleteFailed, "error"));
    notificationsChanged();
  }

  async function markRead({ id, is_read }: Notification): Promise<void> {
    if (is_read) return;
    await markNotificationRead(id);
    notificationsChanged();
  }

  return (
    <div className="page page-narrow">
      <PageHead title="Notifications" text={<>They are kept for {LIMITS.notificationDays} days.</>}>
        <div className="row between">
          <Button variant="outline" color="red" disabled={all.length === 0} onClick={askClear}>
            <TrashIcon />
            Clear All Notifications
          </Button>
          <IconButton asChild variant="ghost" color="gray" size="3">
            <Link to="/auth" aria-label="Close notifications" title="Close">
              <Cross2Icon width="18" height="18" />
            </Link>
          </IconButton>
        </div>
      </PageHead>
      <Answers to={[known]} waiting={<Skeleton height="420px" />} failure={failureText}>
        {() =>
          all.length === 0 ? (
            <div className="panel centred empty-state">
              <BellIcon width="28" height="28" />
              <p>No notifications available</p>
            </div>
          ) : (
            <>
              <NotificationTable
                notifications={shown}
                onFollow={(notification) => void markRead(notification)}
                onRemove={(notification) => void remove(notification)}
              />
              <Pager {...pager} />
            </>
          )
        }
      </Answers>
    </div>
  );
}

function failureText({ status }: ApiError): string {
  if (status === 401) return TEXTS.notifications.sessionExpiredOnPage;
  return status === 404 ? TEXTS.notifications.notFoundOnPage : TEXTS.notifications.fetchFailed;
}

interface NotificationTableProps {
  readonly notifications: readonly Notification[];
  onFollow(notification: Notification): void;
  onRemove(notification: Notification): void;
}

function NotificationTable({ notifications, onFollow, onRemove }: NotificationTableProps) {
  return (
    <div className="panel">
      <table className="table cards notes">
        <caption className="visually-hidden">Notifications</caption>
        <TableHead columns={["Task | Class Group", "Notification", "Date"]} buttons="Remove" />
        <tbody>
          {notifications.map((notification, index) => (
            <tr key={notification.id} data-unread={!notification.is_read || undefined}>
              <td>
                <Link to={`/task/${notification.task_id}`} className="whole-row" onClick={() => onFollow(notification)}>
                  {/* A task's later rows: the name is there for screen readers. */}
                  <span className={notifications[index - 1]?.task_id === notification.task_id ? "visually-hidden" : ""}>
                    {notification.task_title}
                    <small>{classGroupLabel(notification)}</small>
                  </span>
                </Link>
              </td>
              <td>
                {notification.message}
                {!notification.is_read && <span className="visually-hidden"> (unread)</span>}
              </td>
              <td>
                <time className="muted unbroken" dateTime={notification.created_at}>
                  {formatDate(notification.created_at)}
                </time>
              </td>
              <td className="corner">
                <QuietButton
                  size="1"
                  label={`Remove: ${notification.message}`}
                  onClick={({ currentTarget }) => {
                    focusNeighbour(currentTarget);
                    onRemove(notification);
                  }}
                >
                  <Cross2Icon />
                </QuietButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
