import { Button, Skeleton } from "@radix-ui/themes";
import { useRef, useState } from "react";
import { DAY } from "../../../core/basics/durations.ts";
import {
  checkTokenName,
  TOKEN_DAYS,
  TOKEN_NAME_LENGTH,
  TOKEN_TEXTS,
  type TokenScope,
} from "../../../core/rules/accounts/access-token.ts";
import type { AccessToken } from "../../../server/contract/accounts/token.ts";
import { call } from "../../api.ts";
import { renew, useCall } from "../../calls/calls.ts";
import { Choice, RadioField } from "../../components/choices.tsx";
import { TextInput } from "../../components/controls.tsx";
import { Answers, Panel } from "../../components/page-parts.tsx";
import { counted, formatDate } from "../../format.ts";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { confirmFirst, toast } from "../../store.ts";
import { OwnPassword, SettingsForm, ShownOnce } from "./settings-parts.tsx";

const SCOPE_WORDS: Readonly<Record<TokenScope, string>> = {
  read: "Read tasks",
  grade: "Read tasks, write grades",
};

export function AccessTokensSection() {
  const known = useCall("getAccessTokens", {});
  const [adding, setAdding] = useState(false);
  /** The token that was just created: it is shown until the user has copied it. */
  const [secret, setSecret] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    setAdding(false);
    setSecret(null);
    // The focused element is gone.
    setTimeout(() => opener.current?.focus());
  }

  function made(token: string): void {
    setAdding(false);
    setSecret(token);
    void known.reload();
  }

  return (
    <Panel
      title="Access Tokens"
      hint="With a token the circuitgrade command fetches tasks and brings back grades in your name, without your password."
    >
      <Answers to={[known]} waiting={<Skeleton height="60px" />}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <p className="note">No access tokens yet.</p>
          ) : (
            <ul className="spaced">
              {tokens.map((token) => (
                <TokenItem key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </Answers>
      {secret !== null && (
        <ShownOnce
          label="The new access token"
          secrets={[secret]}
          notice="Copy the token now: it is not shown again. Keep it like a password, in the variable CIRCUITGRADE_TOKEN or in a file that only you may read."
          question={NOT_COPIED}
          copy={{ label: "Copy Token", done: "The token was copied." }}
          fileName="circuitgrade-token.txt"
          onDone={close}
        />
      )}
      {adding && <TokenForm onMade={made} onCancel={close} />}
      {!adding && secret === null && (
        <Button ref={opener} variant="outline" disabled={known.data === null} onClick={() => setAdding(true)}>
          New Access Token
        </Button>
      )}
    </Panel>
  );
}

function TokenItem({ token }: { readonly token: AccessToken }) {
  const { id, name, scope, created_at, expires_at, expired, last_used_at } = token;

  function revoke(): void {
    confirmFirst({
      title: "Revoke access token",
      text: `Programs that use the token '${name}' lose access. This cannot be undone.`,
      action: "Revoke Token",
      busy: "Revoking...",
      async run() {
        await call("revokeAccessToken", { params: { tokenId: id } });
        toast(TOKEN_TEXTS.revokedToast);
        await renew("getAccessTokens");
      },
    });
  }

  return (
    <li className="line between">
      <span>
        <strong>{name}</strong> {SCOPE_WORDS[scope]}
        <small>
          Made {formatDate(created_at)},{" "}
          {last_used_at === null ? "never used" : `last used ${formatDate(last_used_at)}`}
        </small>
        <small className={expired ? "overdue" : undefined}>
          {expired ? `Expired ${formatDate(expires_at)}` : `Expires in ${counted(daysUntil(expires_at), "day")}`}
        </small>
      </span>
      <Button variant="soft" color="red" aria-label={`Revoke ${name}`} onClick={revoke}>
        Revoke
      </Button>
    </li>
  );
}

function daysUntil(time: string): number {
  return Math.ceil((Date.parse(time) - Date.now()) / DAY);
}

const NOT_COPIED = {
  title: "Leave without the token?",
  text: "The new access token was not copied, and it is not shown again.",
  action: "Leave it",
} as const;

const SCOPES: readonly { readonly value: TokenScope; readonly label: string }[] = [
  { value: "read", label: "Read tasks, rosters and keys" },
  { value: "grade", label: "Read, and write grades and pages" },
];

interface Fields {
  readonly name: string;
  readonly scope: TokenScope;
  readonly days: (typeof TOKEN_DAYS)[number];
  readonly password: string;
}

const EMPTY: Fields = { name: "", scope: "grade", days: 90, password: "" };

/**
 * The name, rights and lifetime of a new token; the password proves that it is the user who asks, or, where there are no
 * passwords, that the user has just signed on.
 */
function TokenForm({ onMade, onCancel }: { onMade(token: string): void; onCancel(): void }) {
  const { local_passwords } = pageData().site;
  const form = useForm<Fields>(EMPTY, {
    check({ name, password }) {
      const missing = { field: "password", message: TOKEN_TEXTS.passwordRequired };
      return [...checkTokenName(name), ...(local_passwords && password === "" ? [missing] : [])];
    },
    async send(fields) {
      const { token } = await call("createAccessToken", { body: fields });
      onMade(token);
    },
  });

  return (
    <SettingsForm form={form} action="Make Token" onCancel={onCancel}>
      <TextInput
        label="Token Name"
        hint="What uses it, such as Laptop."
        autoFocus
        autoComplete="off"
        maxLength={TOKEN_NAME_LENGTH}
        {...form.input("name")}
      />
      <RadioField label="The token may" options={SCOPES} {...form.choice("scope")} />
      <Choice
        label="Valid for"
        value={String(form.fields.days)}
        options={TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
        onChange={(days) => form.change({ days: Number(days) as Fields["days"] })}
      />
      {local_passwords && <OwnPassword {...form.input("password")} />}
    </SettingsForm>
  );
}
