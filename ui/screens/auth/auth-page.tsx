import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { pageData } from "../../page-data.ts";
import { LoginForm, SignOnOnly } from "./login-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/** Login and sign-up in one page; the link of a new installation's first start opens the sign-up. Without passwords, single sign-on alone. */
export function Component() {
  const [search] = useSearchParams();
  const setupToken = search.get("setup");
  const [signingUp, setSigningUp] = useState(setupToken !== null);
  if (!pageData().site.local_passwords) return <SignOnOnly />;
  if (signingUp) return <SignUpForm setupToken={setupToken} onLogin={() => setSigningUp(false)} />;
  return <LoginForm onSignUp={() => setSigningUp(true)} />;
}
