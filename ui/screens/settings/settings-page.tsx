import { CameraIcon, Cross2Icon, PersonIcon } from "@radix-ui/react-icons";
import { Avatar, Badge, IconButton, Skeleton, Switch, Text } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { User } from "../../../server/contract/accounts/auth.ts";
import type { NotificationType } from "../../../server/contract/accounts/notification.ts";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf, upload } from "../../api.ts";
import { notificationsChanged, useAction, useCall } from "../../calls/calls.ts";
import { BusyButton, dimmed, FileButton } from "../../components/controls.tsx";
import { Answers, PageHead, Panel } from "../../components/page-parts.tsx";
import { formatDate } from "../../format.ts";
import { useLeaveGuard } from "../../hooks/use-leave-warning.ts";
import { pageData } from "../../page-data.ts";
import { setUser, toast, useOwnUser } from "../../store.ts";
import { AccessTokensSection } from "./access-tokens-section.tsx";
import { PasswordForm, ProfileForm, RecoveryForm } from "./account-forms.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import "./settings.css";

export function Component() {
  const user = useOwnUser();
  const { sign_on, local_passwords } = pageData().site;
  useLeaveGuard();
  // A section with a new key loads again from the server.
  const [ended, setEnded] = useState({ sessions: 0, tokens: 0 });
  function sessionsEnded(withTokens: boolean): void {
    setEnded(({ sessions, tokens }) => ({ sessions: sessions + 1, tokens: tokens + (withTokens ? 1 : 0) }));
  }
  return (
    <div className="page">
      <PageHead title="Settings" text="Your profile, your account, and your notifications.">
        <IconButton asChild variant="ghost" color="gray" size="3">
          <Link to={dashboardPath(user.id)} aria-label="Close settings" title="Close">
            <Cross2Icon width="18" height="18" />
          </Link>
        </IconButton>
      </PageHead>
      <div className="columns settings">
        <SidePanel user={user} />
        <div className="spaced">
          <ProfileForm user={user} />
          {sign_on !== null && <SignOnSection name={sign_on.name} email={user.email} />}
          {local_passwords && (
            <>
              <RecoveryForm user={user} />
              <PasswordForm user={user} onChanged={({ tokens }) => sessionsEnded(tokens)} />
              <SecondFactorSection onTurnedOn={() => sessionsEnded(false)} />
            </>
          )}
          <SessionsSection key={`sessions ${ended.sessions}`} />
          <AccessTokensSection key={`tokens ${ended.tokens}`} />
          <NotificationToggles />
        </div>
      </div>
    </div>
  );
}

function SignOnSection({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <Panel title="Single Sign-On" hint={`"Continue with ${name}" on the log-in page.`}>
      <Answers to={[useCall("getSignOnLink", {})]} waiting={<Skeleton height="24px" />}>
        {({ linked_at: linkedAt }) =>
          linkedAt ? (
            <p>
              <Badge color="green">Linked</Badge> Since {formatDate(linkedAt)}. It stays yours if your address at {name}{" "}
              changes.
            </p>
          ) : (
            <p>
              <Badge color="gray">Not linked</Badge> The first time you sign on there as {email}, this account is
              linked.
            </p>
          )
        }
      </Answers>
    </Panel>
  );
}

function SessionsSection() {
  const known = useCall("getSessions", {});

  const { busy, run } = useAction(async () => {
    toast((await call("logoutElsewhere", {})).message);
    await known.reload();
  });

  const isAlone = (known.data?.sessions.length ?? 0) < 2;
  return (
    <Panel title="Sessions" hint="Where you are logged in.">
      <Answers to={[known]} waiting={<Skeleton height="60px" />}>
        {({ sessions }) => (
          <ul className="spaced">
            {sessions.map(({ current, device, created_at, last_seen_at }) => (
              <li key={`${created_at} ${device} ${current}`}>
                {device} {current && <strong>This browser</strong>}
                <small>
                  Since {formatDate(created_at)}, last used {formatDate(last_seen_at)}
                </small>
              </li>
            ))}
          </ul>
        )}
      </Answers>
      {/* Not disabled: it keeps the focus when the others are gone. */}
      <BusyButton
        variant="outline"
        color="gray"
        busy={busy}
        {...dimmed(busy || isAlone)}
        onClick={() => isAlone || void run()}
      >
        Log Out Elsewhere
      </BusyButton>
    </Panel>
  );
}

const TYPES = [
  { type: "new_submission", label: "New submissions", hint: "A student handed something in." },
  {
    type: "completed_submission",
    label: "Completed submissions",
    hint: "A task has all its files, or all are graded.",
  },
  { type: "due_date", label: "Due dates", hint: "A task's due date has passed." },
] as const satisfies readonly { type: NotificationType; label: string; hint: string }[];

function NotificationToggles() {
  const known = useCall("getNotificationFilters", {});
  // Each call has all switches: one that comes late would undo the next one.
  const sending = useRef(Promise.resolve());
  /** What is switched on; the answer is gone when the page is left, and what was switched is still sent. */
  const chosen = useRef<readonly NotificationType[]>([]);

  function change(filters: readonly NotificationType[]): void {
    chosen.current = filters;
    known.setData(() => ({ filters: [...filters] }));
  }

  function toggle(type: NotificationType, shown: readonly NotificationType[]): void {
    change(withOther(known.latest()?.filters ?? shown, type));
    const sent = sending.current.then(async () => {
      try {
        await call("setNotificationFilters", { body: { filters: [...chosen.current] } });
        notificationsChanged();
      } catch (failure) {
        toast(messageOf(failure), "error");
        change(withOther(chosen.current, type));
        // What was switched meanwhile is sent next, and stays on the screen.
        if (sending.current === sent) await known.reload();
        if (sending.current !== sent) change(chosen.current);
      }
    });
    sending.current = sent;
  }

  return (
    <Panel title="Notifications" hint="What the bell notifies you of, from when you switch it on.">
      <Answers to={[known]} waiting={<Skeleton height="120px" />}>
        {({ filters }) =>
          TYPES.map(({ type, label, hint }) => (
            <Text as="label" key={type} className="line between">
              <span>
                {label}
                <small>{hint}</small>
              </span>
              <Switch checked={filters.includes(type)} onCheckedChange={() => toggle(type, filters)} />
            </Text>
          ))
        }
      </Answers>
    </Panel>
  );
}

/** The list without the value, or with it if it has not. */
function withOther<Value>(list: readonly Value[], value: Value): Value[] {
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value];
}

function SidePanel({ user }: { readonly user: User }) {
  return (
    <aside className="panel panel-body spaced" aria-label="Profile">
      <ProfileImage user={user} />
      <div className="centred">
        <strong>{user.name}</strong>
        <span className="muted">{user.email}</span>
      </div>
      <Facilitating userId={user.id} />
    </aside>
  );
}

function ProfileImage({ user }: { readonly user: User }) {
  const [progress, setProgress] = useState<number | null>(null);

  async function send(file: File): Promise<void> {
    const body = new FormData();
    body.append("image", file, file.name);
    setProgress(0);
    try {
      const answer = await upload("uploadProfileImage", body, { onProgress: setProgress });
      setUser(answer.user);
      toast(TEXTS.toasts.imageUploaded);
    } catch (error) {
      toast(messageOf(error), "error");
    }
    setProgress(null);
  }

  return (
    <div className="centred spaced">
      <Avatar
        size="8"
        radius="full"
        {...(user.profile_image_url !== null && { src: user.profile_image_url })}
        alt=""
        fallback={<PersonIcon width="40" height="40" />}
      />
      <FileButton
        variant="soft"
        color="gray"
        busy={progress !== null}
        label="Profile picture"
        accept="image/png,image/jpeg,image/gif"
        onFile={(file) => void send(file)}
      >
        <CameraIcon />
        {progress === null ? "Change Picture" : `Uploading ${Math.round(100 * progress)}%`}
      </FileButton>
    </div>
  );
}

function Facilitating({ userId }: { readonly userId: string }) {
  return (
    <section aria-labelledby="facilitating" className="spaced">
      <h2 id="facilitating">Facilitating</h2>
      <Answers to={[useCall("getClasses", {})]} waiting={<Skeleton height="120px" />}>
        {(classes) => (
          <ul className="spaced">
            {classes.length === 0 && <li className="note">{TEXTS.classes.notFound}</li>}
            {classes
              .filter(instructs)
              .slice(0, LIMITS.settingsClasses)
              .map((group) => (
                <li key={group.id}>
                  <Link to={`/edit-class/${group.id}`} className="row-link">
                    <strong>{group.class_code}</strong>
                    <small>
                      Group {group.class_group} · {group.class_schedule}
                    </small>
                  </Link>
                </li>
              ))}
          </ul>
        )}
      </Answers>
      <Link to={`/classes/${userId}`} className="touch-link">
        View All Classes
      </Link>
    </section>
  );
}
