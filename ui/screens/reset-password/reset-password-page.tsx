import { Skeleton } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { checkResetPassword } from "../../../core/rules/accounts/account-fields.ts";
import { SPECIAL_CHARACTERS } from "../../../core/rules/accounts/password.ts";
import { LIMITS } from "../../../core/rules/limits.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, isUnreached, messageOf } from "../../api.ts";
import { AuthForm, AuthLayout, NewPassword } from "../../components/auth/auth-layout.tsx";
import { LinkButton } from "../../components/controls.tsx";
import { CallFailed } from "../../components/page-parts.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { toast } from "../../store.ts";

const HINT = `${LIMITS.resetPasswordMinLength} to ${LIMITS.loginPasswordLength} characters with an uppercase letter, a lowercase letter, a number and one of ${SPECIAL_CHARACTERS}`;

const EMPTY = { password: "", confirmation: "" };

export function Component() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const navigate = useNavigate();
  const form = useForm(EMPTY, {
    check: checkResetPassword,
    async send({ password }) {
      const { message } = await call("resetPassword", { body: { token, new_password: password } });
      toast(message);
      void navigate("/auth", { replace: true });
    },
    fallback: TEXTS.auth.resetFailed,
  });

  // The token is checked before anybody types.
  const { isSuccess, error, refetch } = useQuery({
    queryKey: ["verifyResetToken", token],
    queryFn: () => call("verifyResetToken", { body: { token } }),
  });

  // Without a valid one there is nothing to do here.
  useEffect(() => {
    if (error === null || isUnreached(error)) return;
    toast(messageOf(error, TEXTS.auth.resetFailed), "error");
    void navigate("/auth", { replace: true });
  }, [error, navigate]);

  return (
    <AuthLayout title="Set a new password" text="Choose one that you use nowhere else.">
      {isSuccess ? (
        <AuthForm
          form={form}
          action="Set Password"
          after={
            <LinkButton to="/auth" size="3" variant="soft" color="gray">
              Cancel
            </LinkButton>
          }
        >
          <NewPassword form={form} labels={["New password", "Confirm password"]} hint={HINT} />
        </AuthForm>
      ) : isUnreached(error) ? (
        <CallFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="form" role="status">
          <span className="visually-hidden">Checking your link</span>
          <Skeleton height="40px" />
          <Skeleton height="40px" />
        </div>
      )}
    </AuthLayout>
  );
}
