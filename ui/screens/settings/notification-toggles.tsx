import { Switch, Text } from "@radix-ui/themes";
import type { NotificationType } from "../../../server/contract/accounts/notification.ts";
import { call, messageOf } from "../../api.ts";
import { notificationsChanged } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { Pending } from "../../components/pending.tsx";
import { toast } from "../../store.ts";
import { SettingsSection } from "./settings-section.tsx";

const TYPES = [
  { type: "new_submission", label: "New submissions", hint: "A student handed something in." },
  {
    type: "completed_submission",
    label: "Completed submissions",
    hint: "A task has all its files, or all are graded.",
  },
  { type: "due_date", label: "Due dates", hint: "A task's due date has passed." },
] as const satisfies readonly { type: NotificationType; label: string; hint: string }[];

/** Which notifications the bell shows. */
export function NotificationToggles() {
  const { data, error, reload, setData } = useCall("getNotificationFilters", {});
  const chosen = data?.filters ?? [];

  async function toggle(type: NotificationType, on: boolean): Promise<void> {
    const filters = on ? [...chosen, type] : chosen.filter((each) => each !== type);
    setData(() => ({ filters }));
    try {
      await call("setNotificationFilters", { body: { filters } });
      notificationsChanged();
    } catch (failure) {
      toast(messageOf(failure), "error");
      setData(() => ({ filters: [...chosen] }));
    }
  }

  return (
    <SettingsSection title="Notifications" hint="What the bell notifies you of, from when you switch it on.">
      <Pending data={data} error={error} onRetry={reload} height="120px" />
      {data !== null &&
        TYPES.map(({ type, label, hint }) => (
          <Text as="label" key={type} size="3" className="settings-toggle">
            <span>
              {label}
              <small>{hint}</small>
            </span>
            <Switch checked={chosen.includes(type)} onCheckedChange={(on) => void toggle(type, on)} />
          </Text>
        ))}
    </SettingsSection>
  );
}
