import { CheckCircledIcon } from "@radix-ui/react-icons";
import { Button, Callout, Flex, Spinner } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { LIMITS } from "../../../core/rules/limits.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { AuthLayout } from "../../components/auth/auth-layout.tsx";
import { FormFailure } from "../../components/fields/form-failure.tsx";

type State =
  | { readonly name: "asking" }
  | { readonly name: "verified"; readonly message: string }
  | { readonly name: "failed"; readonly message: string };

export function Component() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const state = useVerification(token);
  const navigate = useNavigate();

  // After verification, the user moves on to the log-in after a moment.
  useEffect(() => {
    if (state.name !== "verified") return;
    const timer = setTimeout(() => void navigate("/auth"), LIMITS.emailVerifiedRedirectSeconds * 1000);
    return () => clearTimeout(timer);
  }, [state, navigate]);

  return (
    <AuthLayout title="Email verification">
      <div className="form auth-fields" aria-live="polite">
        {state.name === "asking" && (
          <Flex align="center" gap="3">
            <Spinner size="3" /> Verifying your email…
          </Flex>
        )}
        {state.name === "verified" && (
          <Callout.Root color="jade">
            <Callout.Icon>
              <CheckCircledIcon />
            </Callout.Icon>
            <Callout.Text>{state.message} You are taken to the login.</Callout.Text>
          </Callout.Root>
        )}
        {state.name === "failed" && <FormFailure>{state.message}</FormFailure>}
        {state.name !== "asking" && (
          <Button asChild size="3" variant={state.name === "verified" ? "solid" : "soft"}>
            <Link to="/auth">Back to Login</Link>
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}

const asked = new Map<string, Promise<State>>();

/** The first request uses up the token, so it is sent once, however often the component mounts. */
function useVerification(token: string): State {
  const [state, setState] = useState<State>(
    token === "" ? { name: "failed", message: TEXTS.auth.noToken } : { name: "asking" },
  );

  // The page exists to send this request.
  useEffect(() => {
    if (token === "") return;
    const answer = asked.get(token) ?? verify(token);
    asked.set(token, answer);
    void answer.then(setState);
  }, [token]);

  return state;
}

async function verify(token: string): Promise<State> {
  try {
    const { message } = await call("verifyEmail", { body: { token } });
    return { name: "verified", message };
  } catch (error) {
    return { name: "failed", message: messageOf(error, TEXTS.auth.verificationFailed) };
  }
}
