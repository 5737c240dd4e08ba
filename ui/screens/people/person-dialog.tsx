import { Button, CheckboxGroup, RadioGroup } from "@radix-ui/themes";
import { useId } from "react";
import type { Person } from "../../../server/contract/tasks/people.ts";
import { TextInput } from "../../components/fields/field.tsx";
import { FormFailure } from "../../components/fields/form-failure.tsx";
import { Modal, ModalFoot } from "../../components/modal.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { closeDialog } from "../../store.ts";
import { nameOf } from "./people-section.tsx";

export interface PartChoice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

export interface PersonFields {
  /** Empty if the person is there already. */
  readonly email: string;
  readonly part: string;
  readonly items: readonly string[];
}

interface PersonDialogProps {
  readonly person: Person | null;
  readonly choices: readonly PartChoice[];
  readonly start: Omit<PersonFields, "email">;
  readonly items?: readonly number[];
  /** Fails with the message to show. */
  send(fields: PersonFields): Promise<void>;
}

export function PersonDialog({ person, choices, start, items = [], send }: PersonDialogProps) {
  const partLabel = useId();
  const isNew = person === null;
  const form = useForm<PersonFields>(
    { email: "", ...start },
    {
      check({ email, part, items: chosen }) {
        return [
          ...(isNew && email.trim() === ""
            ? [{ code: "email-required", field: "email", message: "Enter the person's e-mail address." }]
            : []),
          ...(part === "items" && chosen.length === 0
            ? [{ code: "items-required", field: "items", message: "Choose an item." }]
            : []),
        ];
      },
      async send(fields) {
        await send(fields);
        closeDialog();
      },
    },
  );
  const itemsError = form.issues.errorOf("items");
  return (
    <Modal title={isNew ? "Add Person" : nameOf(person)} aria-describedby={undefined}>
      <form className="form" noValidate onSubmit={form.submit}>
        {isNew && (
          <TextInput
            label="E-mail Address"
            hint={
              pageData().site.mails
                ? "Of an account on this server. The person gets a mail about it."
                : "Of an account on this server. It sends no mails: tell the person."
            }
            type="email"
            autoComplete="off"
            autoFocus
            {...form.input("email")}
          />
        )}
        <div className="field">
          <span className="field-label" id={partLabel}>
            {isNew ? "The person" : "This person"}
          </span>
          <RadioGroup.Root
            aria-labelledby={partLabel}
            value={form.fields.part}
            onValueChange={(part) => form.change({ part, items: form.fields.items })}
          >
            {choices.map(({ value, label, hint }) => (
              <RadioGroup.Item key={value} value={value}>
                {label}
                <small>{hint}</small>
              </RadioGroup.Item>
            ))}
          </RadioGroup.Root>
        </div>
        {form.fields.part === "items" && (
          <CheckboxGroup.Root
            aria-label="Items"
            className="person-items"
            value={[...form.fields.items]}
            onValueChange={(chosen) => form.change({ items: chosen })}
          >
            {items.map((item) => (
              <CheckboxGroup.Item key={item} value={String(item)}>
                Item {item}
              </CheckboxGroup.Item>
            ))}
          </CheckboxGroup.Root>
        )}
        {itemsError !== undefined && (
          <p className="field-error" role="alert">
            {itemsError}
          </p>
        )}
        <FormFailure>{form.failure}</FormFailure>
        <ModalFoot close="Cancel">
          <Button type="submit" disabled={form.busy}>
            {form.busy ? "Saving..." : isNew ? "Add" : "Save"}
          </Button>
        </ModalFoot>
      </form>
    </Modal>
  );
}
