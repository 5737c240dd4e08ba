import { Button, Skeleton } from "@radix-ui/themes";
import { call } from "../../api.ts";
import { useAction } from "../../calls/use-action.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { formatDate } from "../../format.ts";
import { toast } from "../../store.ts";
import { SettingsSection } from "./settings-section.tsx";

export function SessionsSection() {
  const known = useCall("getSessions", {});

  const { busy, run } = useAction(async () => {
    toast((await call("logoutElsewhere", {})).message);
    await known.reload();
  });

  return (
    <SettingsSection title="Sessions" hint="Where you are logged in.">
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
      <Button
        variant="outline"
        color="gray"
        disabled={busy || (known.data?.sessions.length ?? 0) < 2}
        onClick={() => void run()}
      >
        Log Out Elsewhere
      </Button>
    </SettingsSection>
  );
}
