import { AlertDialog, Button, Flex } from "@radix-ui/themes";
import { checkLogin } from "../../core/rules/accounts/account-fields.ts";
import { LIMITS } from "../../core/rules/limits.ts";
import { call } from "../api.ts";
import { PasswordInput, TextInput } from "../components/field.tsx";
import { FormFailure } from "../components/form-failure.tsx";
import { useFocusReturn } from "../hooks/use-focus-return.ts";
import { useForm } from "../hooks/use-form.ts";
import { type LoginQuestion, setUser, useLoginQuestion, useUser } from "../store.ts";

/** Asks for the password if the session ends while somebody is working: the page behind it keeps what was typed. */
export function LoginDialog() {
  const question = useLoginQuestion();
  const user = useUser();
  return (
    <AlertDialog.Root open={question !== null && user !== null}>
      {question && user && <LoginQuestionForm question={question} email={user.email} />}
    </AlertDialog.Root>
  );
}

function LoginQuestionForm({ question, email }: { readonly question: LoginQuestion; readonly email: string }) {
  const form = useForm(
    { email, password: "" },
    {
      check: checkLogin,
      async send(fields) {
        const { user } = await call("login", { body: { ...fields, remember: false } });
        setUser(user);
        question.answer(true);
      },
    },
  );

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
          {form.failure !== null && <FormFailure>{form.failure}</FormFailure>}
          <TextInput label="Email" type="email" autoComplete="username" readOnly value={email} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            autoFocus
            maxLength={LIMITS.loginPasswordLength}
            {...form.input("password")}
          />
        </Flex>
        <Flex gap="3" mt="5" justify="end">
          <Button type="button" variant="soft" color="gray" onClick={leave}>
            Leave this page
          </Button>
          <Button type="submit" loading={form.busy}>
            Log In
          </Button>
        </Flex>
      </form>
    </AlertDialog.Content>
  );
}
