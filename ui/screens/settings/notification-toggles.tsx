import { Skeleton, Switch, Text } from "@radix-ui/themes";
import type { NotificationType } from "../../../server/contract/accounts/notification.ts";
import { call, messageOf } from "../../api.ts";
import { notificationsChanged } from "../../calls/queries.ts";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
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

export function NotificationToggles() {
  const known = useCall("getNotificationFilters", {});

  async function toggle(type: NotificationType, chosen: readonly NotificationType[]): Promise<void> {
    const filters = chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type];
    known.setData(() => ({ filters }));
    try {
      await call("setNotificationFilters", { body: { filters } });
      notificationsChanged();
    } catch (failure) {
      toast(messageOf(failure), "error");
      known.setData(() => ({ filters: [...chosen] }));
    }
  }

  return (
    <SettingsSection title="Notifications" hint="What the bell notifies you of, from when you switch it on.">
      <Answers to={[known]} waiting={<Skeleton height="120px" />}>
        {({ filters }) =>
          TYPES.map(({ type, label, hint }) => (
            <Text as="label" key={type} size="3" className="line between">
              <span>
                {label}
                <small>{hint}</small>
              </span>
              <Switch checked={filters.includes(type)} onCheckedChange={() => void toggle(type, filters)} />
            </Text>
          ))
        }
      </Answers>
    </SettingsSection>
  );
}
