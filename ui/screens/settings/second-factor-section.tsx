import { Badge, Button, Flex, Skeleton } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { checkCode, SECOND_FACTOR_TEXTS } from "../../../core/rules/accounts/second-factor.ts";
import type { SecondFactor, SecondFactorStart } from "../../../server/contract/accounts/second-factor.ts";
import type { ResponseOf } from "../../../server/contract/endpoints.ts";
import { call } from "../../api.ts";
import { useCall } from "../../calls/calls.ts";
import { CodeInput } from "../../components/auth/code-input.tsx";
import { TextInput } from "../../components/controls.tsx";
import { Answers, Panel } from "../../components/page-parts.tsx";
import { counted, formatDate } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { toast } from "../../store.ts";
import { OwnPassword, SettingsForm, ShownOnce } from "./settings-parts.tsx";

/** What the user is doing; `shown`: recovery codes that are shown once. */
type Step = "none" | "set-up" | "new-codes" | "turn-off" | { readonly shown: readonly string[] };

/** Fewer recovery codes than this are a reason to make new ones. */
const FEW_CODES = 3;

export function SecondFactorSection({ onTurnedOn }: { onTurnedOn(): void }) {
  const factor = useCall("getSecondFactor", {});
  const { data, reload } = factor;
  const [step, setStep] = useState<Step>("none");
  const section = useRef<HTMLDivElement>(null);

  function close(): void {
    setStep("none");
    // The focused element is gone.
    setTimeout(() => section.current?.querySelector("button")?.focus());
  }

  function show({ message, recovery_codes }: { readonly message: string; readonly recovery_codes: readonly string[] }) {
    toast(message);
    setStep({ shown: recovery_codes });
    void reload();
  }

  return (
    <Panel
      title="Second Factor"
      hint="Log-in then asks for a code from an app on your phone, so that a password that somebody else learns is not enough. Access tokens work without a code."
    >
      <Answers to={[factor]} waiting={<Skeleton height="60px" />}>
        {(state) => state.on && <State factor={state} />}
      </Answers>
      {step === "set-up" && (
        <SetUp
          onOn={(answer) => {
            show(answer);
            onTurnedOn();
          }}
          onCancel={close}
        />
      )}
      {step === "new-codes" && (
        <ProofForm
          title="New Recovery Codes"
          action="Make New Codes"
          onProved={async (body) => show(await call("renewRecoveryCodes", { body }))}
          onCancel={close}
        />
      )}
      {step === "turn-off" && (
        <ProofForm
          title="Turn Off the Second Factor"
          action="Turn Off"
          onProved={async (body) => {
            await call("turnOffSecondFactor", { body });
            toast(SECOND_FACTOR_TEXTS.turnedOff);
            await reload();
            close();
          }}
          onCancel={close}
        />
      )}
      {typeof step === "object" && (
        <ShownOnce
          label="Recovery codes"
          secrets={step.shown}
          notice="Keep these recovery codes where you find them without your phone: they are not shown again. Each replaces the app's code once."
          question={NOT_KEPT}
          copy={{ label: "Copy Codes", done: "The codes were copied." }}
          fileName="circuitgrade-recovery-codes.txt"
          onDone={close}
        />
      )}
      {step === "none" && data !== null && (
        <Flex align="center" gap="18px" wrap="wrap" ref={section}>
          {data.on ? (
            <>
              <Button variant="outline" onClick={() => setStep("new-codes")}>
                New Recovery Codes
              </Button>
              <Button variant="soft" color="red" onClick={() => setStep("turn-off")}>
                Turn Off
              </Button>
            </>
          ) : (
            <Button variant="outline" onClick={() => setStep("set-up")}>
              Turn On Second Factor
            </Button>
          )}
        </Flex>
      )}
    </Panel>
  );
}

function State({ factor: { since, recovery_codes_left: left } }: { readonly factor: SecondFactor }) {
  return (
    <p>
      <Badge color="green">On</Badge> Since {formatDate(since!)}.{" "}
      <span className={left < FEW_CODES ? "overdue" : undefined}>{counted(left, "recovery code")} left.</span>
    </p>
  );
}

interface ProofFormProps {
  /** If there is none, the password is proof enough: there is no code yet. */
  readonly title?: string;
  readonly action: string;
  onProved(proof: { readonly password: string; readonly code: string }): Promise<void>;
  onCancel(): void;
}

function ProofForm({ title, action, onProved, onCancel }: ProofFormProps) {
  const missing = { field: "password", message: SECOND_FACTOR_TEXTS.passwordRequired };
  const form = useForm(
    { password: "", code: "" },
    {
      check: ({ password, code }) => [...(password === "" ? [missing] : []), ...(title ? checkCode(code) : [])],
      send: onProved,
    },
  );
  return (
    <SettingsForm form={form} {...(title && { label: title })} action={action} onCancel={onCancel}>
      {title && <h3>{title}</h3>}
      <OwnPassword autoFocus {...form.input("password")} />
      {title && <CodeInput form={form} />}
    </SettingsForm>
  );
}

const NOT_KEPT = {
  title: "Leave without the recovery codes?",
  text: "They were neither copied nor saved, and they are not shown again.",
  action: "Leave them",
} as const;

interface SetUpProps {
  onOn(answer: ResponseOf<"confirmSecondFactor">): void;
  onCancel(): void;
}

function SetUp({ onOn, onCancel }: SetUpProps) {
  const [start, setStart] = useState<SecondFactorStart | null>(null);
  if (start === null) {
    return (
      <ProofForm
        action="Continue"
        onProved={async ({ password }) => setStart(await call("startSecondFactor", { body: { password } }))}
        onCancel={onCancel}
      />
    );
  }
  return <CodeStep start={start} onOn={onOn} onCancel={onCancel} />;
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
