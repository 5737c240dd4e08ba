import { AlertDialog, Button, Flex } from "@radix-ui/themes";
import { LIMITS } from "../../core/rules/limits.ts";
import type { User } from "../../server/contract/accounts/auth.ts";
import { sessionUserId } from "../api.ts";
import { CodeInput } from "../components/auth/code-input.tsx";
import { SignOnLink } from "../components/auth/sign-on-link.tsx";
import { PasswordInput, TextInput } from "../components/fields/field.tsx";
import { FormFailure } from "../components/fields/form-failure.tsx";
import { useFocusReturn } from "../hooks/use-focus-return.ts";
import { useLogin } from "../hooks/use-login.ts";
import { useWindowEvent } from "../hooks/use-window-event.ts";
import { pageData } from "../page-data.ts";
import { type LoginQuestion, setUser, useLoginQuestion, useUser } from "../store.ts";

/**
 * Asks for the password, and the code of a second factor, if the session ends while somebody is working: the page behind
 * it keeps what was typed. With single sign-on, another tab does it.
 */
export function LoginDialog() {
  const question = useLoginQuestion();
  const user = useUser();
  return (
    <AlertDialog.Root open={question !== null && user !== null}>
      {question && user && <LoginQuestionForm question={question} user={user} />}
    </AlertDialog.Root>
  );
}

interface LoginQuestionFormProps {
  readonly question: LoginQuestion;
  readonly user: User;
}

function LoginQuestionForm({ question, user: { id, email } }: LoginQuestionFormProps) {
  const { form, asksCode } = useLogin(email, () => question.answer(true));
  const { sign_on, local_passwords } = pageData().site;
  // Another tab may have logged in.
  useWindowEvent("focus", async () => {
    const isBack = sign_on !== null && (await sessionUserId().catch(() => null)) === id;
    if (isBack) question.answer(true);
  });
  const returnFocus = useFocusReturn();

  /** The route guard then shows the log-in page. */
  function leave(): void {
    question.answer(false);
    setUser(null);
  }

  return (
    <AlertDialog.Content maxWidth="420px" onCloseAutoFocus={returnFocus}>
      <form noValidate onSubmit={form.submit}>
        <AlertDialog.Title>{question.message}</AlertDialog.Title>
        <AlertDialog.Description size="2" mb="4">
          What you entered on this page is still there. Log in to continue where you were.
        </AlertDialog.Description>
        <Flex direction="column" gap="4">
          <FormFailure>{form.failure}</FormFailure>
          <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
          {sign_on !== null && <SignOnLink inNewTab />}
          {!local_passwords ? null : asksCode ? (
            <CodeInput form={form} autoFocus />
          ) : (
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              autoFocus
              maxLength={LIMITS.loginPasswordLength}
              {...form.input("password")}
            />
          )}
        </Flex>
        <Flex gap="3" mt="5" justify="end">
          <Button type="button" variant="soft" color="gray" onClick={leave}>
            Leave this page
          </Button>
          {local_passwords && (
            <Button type="submit" loading={form.busy}>
              Log In
            </Button>
          )}
        </Flex>
      </form>
    </AlertDialog.Content>
  );
}
