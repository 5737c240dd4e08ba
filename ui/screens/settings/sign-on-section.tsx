import { Badge } from "@radix-ui/themes";
import { useCall } from "../../calls/use-call.ts";
import { Pending } from "../../components/pending.tsx";
import { formatDate } from "../../format.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Whether single sign-on at the provider `name` opens the account, and how it comes to do so. */
export function SignOnSection({ name, email }: { readonly name: string; readonly email: string }) {
  const { data, error, reload } = useCall("getSignOnLink", {});
  return (
    <SettingsSection title="Single Sign-On" hint={`"Continue with ${name}" on the log-in page.`}>
      <Pending data={data} error={error} onRetry={reload} height="24px" />
      {data?.linked_at && (
        <p>
          <Badge color="green">Linked</Badge> Since {formatDate(data.linked_at)}. It stays yours if your address at{" "}
          {name} changes.
        </p>
      )}
      {data?.linked_at === null && (
        <p>
          <Badge color="gray">Not linked</Badge> The first time you sign on there as {email}, this account is linked.
        </p>
      )}
    </SettingsSection>
  );
}
