import { BellIcon, ExitIcon, GearIcon, HamburgerMenuIcon, MoonIcon, SunIcon } from "@radix-ui/react-icons";
import { Button, DropdownMenu, IconButton, Popover, Tooltip } from "@radix-ui/themes";
import { useState } from "react";
import { Link, NavLink, useNavigate } from "react-router-dom";
import { LIMITS } from "../../core/rules/limits.ts";
import type { User } from "../../server/contract/accounts/auth.ts";
import type { Notification } from "../../server/contract/accounts/notification.ts";
import { dashboardPath } from "../../server/contract/pages.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { call } from "../api.ts";
import { notificationsChanged, TOPICS, useCall } from "../calls/calls.ts";
import { byTask, markNotificationRead } from "../calls/notification-calls.ts";
import { LinkButton, QuietButton } from "../components/controls.tsx";
import { Logo } from "../components/logo.tsx";
import { classGroupLabel, counted, formatDate } from "../format.ts";
import { currentQuestion, UNSAVED } from "../hooks/use-leave-warning.ts";
import { confirmFirst, hasUnsavedWork, setTheme, setUser, toast, useTheme, useUser } from "../store.ts";

export function Header() {
  const user = useUser();
  return (
    <header className="header">
      <div className="header-inner">
        <Link to={user ? dashboardPath(user.id) : "/"} className="header-logo" aria-label="CircuitGrade">
          <Logo />
        </Link>
        {user && (
          <nav className="header-links" aria-label="Main">
            {linksOf(user).map(([label, to]) => (
              <NavLink key={to} to={to} className="choice">
                {label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="header-tools">
          <ThemeButton />
          {user ? (
            <UserTools user={user} />
          ) : (
            <LinkButton to="/auth" variant="soft" size="2">
              Log In
            </LinkButton>
          )}
        </div>
      </div>
    </header>
  );
}

function UserTools({ user }: { readonly user: User }) {
  const logout = useLogout();
  return (
    <>
      <NotificationBell />
      <Tooltip content="Settings">
        <IconButton asChild variant="ghost" color="gray" size="3" className="header-wide header-icon">
          <Link to="/settings" aria-label="Settings">
            <GearIcon width="18" height="18" />
          </Link>
        </IconButton>
      </Tooltip>
      <Button variant="soft" color="gray" className="header-wide" onClick={logout}>
        <ExitIcon />
        Logout
      </Button>
      <MobileMenu user={user} onLogout={logout} />
    </>
  );
}

function linksOf(user: User) {
  return [
    ["Dashboard", dashboardPath(user.id)],
    ["Classes", `/classes/${user.id}`],
    ...(user.admin ? [["Accounts", "/accounts"] as const] : []),
    ["About", "/about"],
    ["Contact", "/contact"],
  ] as const;
}

function MobileMenu({ user, onLogout }: { readonly user: User; onLogout(): void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <QuietButton size="3" className="header-narrow header-icon" label="Menu">
          <HamburgerMenuIcon width="20" height="20" />
        </QuietButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end">
        {[...linksOf(user), ["Settings", "/settings"] as const].map(([label, to]) => (
          <DropdownMenu.Item key={to} asChild>
            <NavLink to={to}>{label}</NavLink>
          </DropdownMenu.Item>
        ))}
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={onLogout}>Logout</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** Ends the session here and on the server; asks first if that loses something. */
function useLogout(): () => void {
  const navigate = useNavigate();

  async function logout(): Promise<void> {
    let signOffUrl: string | null;
    try {
      signOffUrl = (await call("logout", {})).sign_off_url;
    } catch {
      return toast(TEXTS.toasts.logoutFailed, "error");
    }
    setUser(null);
    toast(TEXTS.toasts.loggedOut);
    await navigate("/auth");
    // The page that was left asks about nothing any more.
    if (signOffUrl !== null) location.assign(signOffUrl);
  }

  return () => {
    if (!hasUnsavedWork()) return void logout();
    const question = currentQuestion() ?? UNSAVED;
    confirmFirst({
      title: question === UNSAVED ? "Log out and discard your changes?" : "Log out?",
      text: question.text,
      action: "Log Out",
      run: logout,
    });
  };
}

/** Of a task with more, the newest two are shown, and how many more there are. */
const MOST_OF_TASK = 3;

function NotificationBell() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { data, setData } = useCall("getUnreadNotifications", { query: {} }, { live: TOPICS.notifications });
  const unread = data?.notifications ?? [];

  async function follow({ id, task_id }: Notification, { all = false } = {}): Promise<void> {
    const isLeft = (each: Notification) => (all ? each.task_id !== task_id : each.id !== id);
    setOpen(false);
    setData(({ notifications }) => ({ notifications: notifications.filter(isLeft) }));
    void navigate(`/task/${task_id}`);
    if (!all) return markNotificationRead(id);
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
              <TaskNews key={news[0]!.task_id} news={news} onFollow={follow} />
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
          <button type="button" className="choice bell-more" onClick={() => void onFollow(newest, { all: true })}>
            Open the task: {more} more
          </button>
        </li>
      )}
    </>
  );
}

export function ThemeButton() {
  const theme = useTheme();
  const other = theme === "light" ? "dark" : "light";
  return (
    <Tooltip content={`Use the ${other} theme`}>
      <QuietButton size="3" className="header-icon" label={`Use the ${other} theme`} onClick={() => setTheme(other)}>
        {theme === "light" ? <MoonIcon width="18" height="18" /> : <SunIcon width="18" height="18" />}
      </QuietButton>
    </Tooltip>
  );
}
