import { useState } from "react";
import { checkCode, SECOND_FACTOR_TEXTS } from "../../../../core/rules/accounts/second-factor.ts";
import type { SecondFactorStart } from "../../../../server/contract/accounts/second-factor.ts";
import type { ResponseOf } from "../../../../server/contract/endpoints.ts";
import { call } from "../../../api.ts";
import { TextInput } from "../../../components/fields/field.tsx";
import { useForm } from "../../../hooks/use-form.ts";
import { OwnPassword, SettingsForm } from "../settings-form.tsx";

interface SetUpProps {
  onOn(answer: ResponseOf<"confirmSecondFactor">): void;
  onCancel(): void;
}

export function SetUp({ onOn, onCancel }: SetUpProps) {
  const [start, setStart] = useState<SecondFactorStart | null>(null);
  if (start === null) return <PasswordStep onStarted={setStart} onCancel={onCancel} />;
  return <CodeStep start={start} onOn={onOn} onCancel={onCancel} />;
}

function PasswordStep({ onStarted, onCancel }: { onStarted(start: SecondFactorStart): void; onCancel(): void }) {
  const missing = { code: "password-required", field: "password", message: SECOND_FACTOR_TEXTS.passwordRequired };
  const form = useForm(
    { password: "" },
    {
      check: ({ password }) => (password === "" ? [missing] : []),
      send: async (body) => onStarted(await call("startSecondFactor", { body })),
    },
  );
  return (
    <SettingsForm form={form} action="Continue" onCancel={onCancel}>
      <OwnPassword autoFocus {...form.input("password")} />
    </SettingsForm>
  );
}

function CodeStep({ start: { secret, uri, qr }, onOn, onCancel }: SetUpProps & { readonly start: SecondFactorStart }) {
  const form = useForm(
    { code: "" },
    {
      check: ({ code }) => checkCode(code),
      send: async (body) => onOn(await call("confirmSecondFactor", { body })),
    },
  );
  return (
    <SettingsForm form={form} action="Turn On" onCancel={onCancel}>
      <ol className="bullets spaced">
        <li>
          Scan this code with an authenticator app on your phone. On the phone itself, <a href={uri}>open the app</a>.
          <svg
            className="factor-qr"
            role="img"
            aria-label="QR code for your authenticator app"
            viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
            shapeRendering="crispEdges"
          >
            <path d={qr.path} fill="black" />
          </svg>
        </li>
        <li>
          Or type this key into the app:{" "}
          <strong className="mono factor-secret">{secret.match(/.{1,4}/g)!.join(" ")}</strong>
        </li>
        <li>
          <TextInput
            label="Enter the code that the app shows"
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            {...form.input("code")}
          />
        </li>
      </ol>
    </SettingsForm>
  );
}
