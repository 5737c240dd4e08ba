import { useState } from "react";
import { checkLogin } from "../../core/rules/accounts/account-fields.ts";
import { checkCode } from "../../core/rules/accounts/second-factor.ts";
import type { User } from "../../server/contract/accounts/auth.ts";
import { ApiError, call } from "../api.ts";
import { setUser } from "../store.ts";
import { useForm } from "./use-form.ts";

const EMPTY = { email: "", password: "", remember: false, code: "" };

export type Login = ReturnType<typeof useLogin>;

export function useLogin(email: string, onDone: (user: User) => void) {
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm<typeof EMPTY>(
    { ...EMPTY, email },
    {
      check: (fields) => (asksCode ? checkCode(fields.code) : checkLogin(fields)),
      async send({ code, ...fields }) {
        try {
          const body = { ...fields, email: fields.email.trim(), ...(asksCode && { code }) };
          const { user } = await call("login", { body });
          setUser(user);
          onDone(user);
        } catch (error) {
          if (!(error instanceof ApiError && error.code === "second-factor-needed")) throw error;
          setAsksCode(true);
        }
      },
    },
  );
  return {
    form,
    asksCode,
    back(): void {
      setAsksCode(false);
      form.change({ code: "", password: "" });
    },
  };
}
