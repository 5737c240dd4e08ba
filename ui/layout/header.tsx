import { BellIcon, ExitIcon, GearIcon, HamburgerMenuIcon, MoonIcon, SunIcon } from "@radix-ui/react-icons";
import { Badge, Button, IconButton } from "@radix-ui/themes";
import { Link, NavLink, useNavigate } from "react-router-dom";
import type { User } from "../../server/contract/accounts/auth.ts";
import { dashboardPath } from "../../server/contract/pages.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { call } from "../api.ts";
import { useUnread } from "../calls/calls.ts";
import { LinkButton, QuietButton } from "../components/controls.tsx";
import { lateMenu } from "../components/late-menu.tsx";
import { Logo } from "../components/logo.tsx";
import { currentQuestion, UNSAVED } from "../hooks/use-leave-warning.ts";
import { confirmFirst, hasUnsavedWork, setTheme, setUser, toast, useTheme, useUser } from "../store.ts";

const MobileMenu = lateMenu(() => import("./mobile-menu.tsx"));
const NotificationMenu = lateMenu(() => import("./notification-menu.tsx"), { popup: "dialog" });

export function Header() {
  const user = useUser();
  return (
    <header className="header">
      <div className="header-inner">
        <Link to={user ? dashboardPath(user.id) : "/"} className="line header-logo" aria-label="CircuitGrade">
          <Logo />
        </Link>
        {user && (
          <nav className="line header-links" aria-label="Main">
            {linksOf(user).map(([label, to]) => (
              <NavLink key={to} to={to} className="choice">
                {label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="line push">
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
      <IconButton asChild variant="ghost" color="gray" size="3" className="header-wide header-icon">
        <Link to="/settings" aria-label="Settings" title="Settings">
          <GearIcon width="18" height="18" />
        </Link>
      </IconButton>
      <Button variant="soft" color="gray" className="header-wide" onClick={logout}>
        <ExitIcon />
        Logout
      </Button>
      <MobileMenu
        button={
          <QuietButton size="3" className="header-narrow header-icon" label="Menu">
            <HamburgerMenuIcon width="20" height="20" />
          </QuietButton>
        }
        links={[...linksOf(user), ["Settings", "/settings"]]}
        onLogout={logout}
      />
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

function NotificationBell() {
  const { unread } = useUnread();
  return (
    <NotificationMenu
      button={
        <QuietButton
          size="3"
          className="header-icon bell"
          label={unread.length === 0 ? "Notifications" : `Notifications, ${unread.length} unread`}
        >
          <BellIcon width="18" height="18" />
          {unread.length > 0 && (
            <Badge variant="solid" color="red" radius="full" className="bell-badge">
              {unread.length > 99 ? "99+" : unread.length}
            </Badge>
          )}
        </QuietButton>
      }
    />
  );
}

export function ThemeButton() {
  const theme = useTheme();
  const other = theme === "light" ? "dark" : "light";
  const label = `Use the ${other} theme`;
  return (
    <QuietButton size="3" className="header-icon" label={label} title={label} onClick={() => setTheme(other)}>
      <MoonIcon className="in-light" width="18" height="18" />
      <SunIcon className="in-dark" width="18" height="18" />
    </QuietButton>
  );
}
