import { ExitIcon, GearIcon, HamburgerMenuIcon } from "@radix-ui/react-icons";
import { Button, IconButton, Popover, Tooltip } from "@radix-ui/themes";
import { useState } from "react";
import { Link, NavLink, useNavigate } from "react-router-dom";
import type { User } from "../../server/contract/accounts/auth.ts";
import { dashboardPath } from "../../server/contract/pages.ts";
import { TEXTS } from "../../server/contract/texts.ts";
import { call } from "../api.ts";
import { LinkButton } from "../components/buttons/link-button.tsx";
import { QuietButton } from "../components/buttons/quiet-button.tsx";
import { Logo } from "../components/logo.tsx";
import { currentQuestion, UNSAVED } from "../hooks/use-leave-warning.ts";
import { confirmFirst, hasUnsavedWork, setUser, toast, useUser } from "../store.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { ThemeButton } from "./theme-button.tsx";

export function Header() {
  const user = useUser();
  return (
    <header className="header">
      <div className="header-inner">
        <Link to={user ? dashboardPath(user.id) : "/"} className="header-logo" aria-label="CircuitGrade">
          <Logo />
        </Link>
        {user && <Links user={user} className="header-links" />}
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
      <LogoutButton />
      <MobileMenu user={user} />
    </>
  );
}

interface LinksProps {
  readonly user: User;
  readonly className: string;
  onFollow?(): void;
}

function Links({ user, className, onFollow }: LinksProps) {
  const links = [
    ["Dashboard", dashboardPath(user.id)],
    ["Classes", `/classes/${user.id}`],
    ...(user.admin ? [["Accounts", "/accounts"] as const] : []),
    ["About", "/about"],
    ["Contact", "/contact"],
  ] as const;
  return (
    <nav className={className} aria-label="Main">
      {links.map(([label, to]) => (
        <NavLink key={to} to={to} className="choice" onClick={() => onFollow?.()}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function MobileMenu({ user }: { readonly user: User }) {
  const [open, setOpen] = useState(false);
  const logout = useLogout();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger>
        <QuietButton size="3" className="header-narrow header-icon" label="Menu">
          <HamburgerMenuIcon width="20" height="20" />
        </QuietButton>
      </Popover.Trigger>
      <Popover.Content size="1" width="220px" align="end" sideOffset={8} aria-label="Menu">
        <Links user={user} className="mobile-links" onFollow={() => setOpen(false)} />
        <div className="mobile-links">
          <Link to="/settings" className="choice" onClick={() => setOpen(false)}>
            Settings
          </Link>
          <button
            type="button"
            className="choice muted"
            onClick={() => {
              setOpen(false);
              logout();
            }}
          >
            Logout
          </button>
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}

function LogoutButton() {
  const logout = useLogout();
  return (
    <Button variant="soft" color="gray" className="header-wide" onClick={logout}>
      <ExitIcon />
      Logout
    </Button>
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
