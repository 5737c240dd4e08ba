import { Badge, Skeleton } from "@radix-ui/themes";
import { useCall } from "../../calls/use-call.ts";
import { Answers } from "../../components/answers.tsx";
import { formatDate } from "../../format.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Whether single sign-on at the provider `name` opens the account, and how it comes to do so. */
export function SignOnSection({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <SettingsSection title="Single Sign-On" hint={`"Continue with ${name}" on the log-in page.`}>
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
    </SettingsSection>
  );
}
