import { Button } from "@radix-ui/themes";
import { ADDRESSES } from "../../../server/contract/addresses.ts";
import { pageData } from "../../page-data.ts";

/** Leads to the provider of single sign-on, if there is one; in a new tab, this page stays as it is. */
export function SignOnLink({ inNewTab = false }: { readonly inNewTab?: boolean }) {
  const { sign_on, local_passwords } = pageData().site;
  if (sign_on === null) return null;
  return (
    <Button asChild size="3" variant={local_passwords ? "outline" : "solid"}>
      <a href={ADDRESSES.startSignOn.path} {...(inNewTab && { target: "_blank", rel: "noopener" })}>
        Continue with {sign_on.name}
        {inNewTab && " in a New Tab"}
      </a>
    </Button>
  );
}
