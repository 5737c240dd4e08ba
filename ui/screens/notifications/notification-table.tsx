import { Cross2Icon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { Link } from "react-router-dom";
import type { Notification } from "../../../server/contract/accounts/notification.ts";
import { classGroupLabel, formatDate } from "../../format.ts";

interface NotificationTableProps {
  readonly notifications: readonly Notification[];
  onFollow(notification: Notification): void;
  onRemove(notification: Notification): void;
}

export function NotificationTable({ notifications, onFollow, onRemove }: NotificationTableProps) {
  return (
    <div className="panel">
      <table className="table notes">
        <caption className="visually-hidden">Notifications</caption>
        <thead>
          <tr>
            <th scope="col">Task | Class Group</th>
            <th scope="col">Notification</th>
            <th scope="col">Date</th>
            <th scope="col">
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {notifications.map((notification, index) => (
            <tr key={notification.id} data-unread={!notification.is_read || undefined}>
              <td>
                <Link to={`/task/${notification.task_id}`} onClick={() => onFollow(notification)}>
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
              <td>
                <IconButton
                  variant="ghost"
                  color="gray"
                  size="1"
                  aria-label={`Remove: ${notification.message}`}
                  onClick={() => onRemove(notification)}
                >
                  <Cross2Icon />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
