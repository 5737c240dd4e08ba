import { Flex, Spinner } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, isUnreached, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { FormFailure, LinkButton, Notice } from "../../components/controls.tsx";
import { CallFailed } from "../../components/page-parts.tsx";

export function Component() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  // Sent once, however often the component mounts.
  const { data, error, refetch } = useQuery({
    queryKey: ["verifyEmail", token],
    queryFn: () => call("verifyEmail", { body: { token } }),
    enabled: token !== "",
  });
  const failure =
    token === "" ? TEXTS.auth.noToken : error === null ? null : messageOf(error, TEXTS.auth.verificationFailed);
  const navigate = useNavigate();

  // After verification, the user moves on to the log-in after a moment.
  useEffect(() => {
    if (data === undefined) return;
    const timer = setTimeout(() => void navigate("/auth"), LIMITS.emailVerifiedRedirectSeconds * 1000);
    return () => clearTimeout(timer);
  }, [data, navigate]);

  return (
    <AuthLayout title="Email verification">
      <div className="form" aria-live="polite">
        {!data && failure === null && (
          <Flex align="center" gap="3">
            <Spinner size="3" /> Verifying your email…
          </Flex>
        )}
        {data && <Notice color="jade">{data.message} You are taken to the login.</Notice>}
        {isUnreached(error) ? (
          <CallFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <FormFailure>{failure}</FormFailure>
        )}
        {(data || failure !== null) && (
          <LinkButton to="/auth" size="3" variant={data ? "solid" : "soft"}>
            Back to Login
          </LinkButton>
        )}
      </div>
    </AuthLayout>
  );
}
