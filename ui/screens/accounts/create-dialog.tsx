import { Button } from "@radix-ui/themes";
import { ACCOUNT_LIMITS, checkSignUp, checkSignUpEmail } from "../../../core/rules/accounts/account-fields.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { call } from "../../api.ts";
import { renew } from "../../calls/queries.ts";
import { CheckField, PasswordInput, TextInput } from "../../components/field.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Modal, ModalFoot, ModalText } from "../../components/modal.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { closeDialog, toast } from "../../store.ts";

const EMPTY = { email: "", name: "", password: "", admin: false };

/** A new account: its owner gets the password from the administrator and changes it. */
export function CreateDialog() {
  const { university_domain, local_passwords, sign_on, mails } = pageData().site;
  const form = useForm(EMPTY, {
    check: ({ email, password }) => {
      if (!local_passwords) return checkSignUpEmail(email, university_domain);
      return checkSignUp({ email, password, confirmation: password }, university_domain);
    },
    async send({ name, ...fields }) {
      const { message } = await call("createUser", { body: { ...fields, ...(name !== "" && { name }) } });
      toast(message);
      closeDialog();
      await renew("getAccounts");
    },
  });
  return (
    <Modal title="New Account">
      <ModalText>
        The account works at once.{" "}
        {local_passwords
          ? "Tell its owner the password and ask them to change it under Settings."
          : `Its owner signs on with ${sign_on?.name}, where the address must be the same.`}{" "}
        {mails ? "They get a mail about it, without the password." : "This server sends no mails: tell them about it."}
      </ModalText>
      <form className="form" noValidate onSubmit={form.submit}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={LIMITS.loginEmailLength}
          {...form.input("email")}
        />
        <TextInput
          label="Name"
          hint="Students see it."
          autoComplete="off"
          maxLength={ACCOUNT_LIMITS.nameLength}
          {...form.input("name")}
        />
        {local_passwords && (
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            maxLength={LIMITS.loginPasswordLength}
            {...form.input("password")}
          />
        )}
        <CheckField checked={form.fields.admin} onChange={(admin) => form.change({ admin })}>
          Administrator: may manage accounts
        </CheckField>
        <FormFailure>{form.failure}</FormFailure>
        <ModalFoot close="Cancel">
          <Button type="submit" disabled={form.busy}>
            {form.busy ? "Creating..." : "Create Account"}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}
