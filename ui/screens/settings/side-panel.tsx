import { CameraIcon, PersonIcon } from "@radix-ui/react-icons";
import { Avatar, Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import { Link } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { User } from "../../../server/contract/accounts/auth.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { messageOf, upload } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { FileButton } from "../../components/fields/file-button.tsx";
import { setUser, toast } from "../../store.ts";

export function SidePanel({ user }: { readonly user: User }) {
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
        disabled={progress !== null}
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
    <section aria-labelledby="facilitating" className="spaced settings-classes">
      <h2 id="facilitating">Facilitating</h2>
      <Answers to={[useCall("getClasses", {})]} waiting={<Skeleton height="120px" />}>
        {(classes) => (
          <ul className="spaced">
            {classes.length === 0 && <li className="field-hint">{TEXTS.classes.notFound}</li>}
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
