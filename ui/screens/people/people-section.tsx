import { Pencil1Icon, PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Box, Button, CheckboxGroup } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Person } from "../../../server/contract/tasks/people.ts";
import { RadioField } from "../../components/choices.tsx";
import { QuietButton, TextInput } from "../../components/controls.tsx";
import { Answers, type AwaitedCall, Loading, Modal, ModalSubmit, useClosing } from "../../components/page-parts.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { pageData } from "../../page-data.ts";
import { type Confirmation, confirmFirst, openDialog, toast } from "../../store.ts";
import "./people.css";

interface PeopleSectionProps<Someone extends Person> {
  readonly about: ReactNode;
  readonly people: AwaitedCall<{ readonly people: readonly Someone[] }>;
  readonly children?: ReactNode;
  describe(person: Someone): ReactNode;
  may(person: Someone): { readonly change: boolean; readonly remove: boolean };
  /** What can be chosen for a person; null: a new one. */
  offer(person: Someone | null): Pick<PersonDialogProps, "choices" | "items" | "start">;
  save(person: Someone | null, fields: PersonFields): Promise<{ readonly message: string }>;
  /** What is asked before a person is removed. */
  removal(person: Someone): Pick<Confirmation, "title" | "text" | "action">;
  remove(person: Someone): Promise<{ readonly message: string }>;
}

export function PeopleSection<Someone extends Person>(props: PeopleSectionProps<Someone>) {
  const { about, people, children, describe, may } = props;

  async function announce(change: Promise<{ readonly message: string }>): Promise<void> {
    toast((await change).message);
    await people.reload();
  }

  function edit(person: Someone | null): void {
    const send = (fields: PersonFields) => announce(props.save(person, fields));
    openDialog(<PersonDialog person={person} {...props.offer(person)} send={send} />);
  }

  function remove(person: Someone): void {
    confirmFirst({ ...props.removal(person), run: () => announce(props.remove(person)) });
  }

  return (
    <section className="panel panel-body spaced" aria-labelledby="people">
      <div className="row between">
        <h2 id="people" tabIndex={-1}>
          People
        </h2>
        {people.data !== null && (
          <Button variant="soft" onClick={() => edit(null)}>
            <PlusIcon /> Add Person
          </Button>
        )}
      </div>
      <p className="muted">{about}</p>
      <Answers to={[people]} waiting={<Loading words="Loading the people" />}>
        {({ people: known }) => (
          <ul className="rows" aria-label="People">
            {known.map((person) => (
              <li key={person.id} className="row">
                <Box flexBasis="40%" minWidth="180px">
                  <strong>{person.name || person.email}</strong>
                  <small>{person.email}</small>
                </Box>
                <span className="row">
                  <Badge color={person.role === "owner" ? "blue" : "gray"}>{ROLE_NAMES[person.role]}</Badge>
                  {person.disabled && <Badge color="amber">Account disabled</Badge>}
                  {person.invited && <Badge>Invited</Badge>}
                  <span>{describe(person)}</span>
                </span>
                <span className="line push people-tools">
                  {may(person).change && (
                    <QuietButton label={`Change what ${nameOf(person)} may do`} onClick={() => edit(person)}>
                      <Pencil1Icon />
                    </QuietButton>
                  )}
                  {may(person).remove && (
                    <QuietButton color="red" label={`Remove ${nameOf(person)}`} onClick={() => remove(person)}>
                      <TrashIcon />
                    </QuietButton>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answers>
      {people.data?.people.length === 1 && (
        <p className="muted">You work alone so far. Add a person by e-mail address.</p>
      )}
      {children}
    </section>
  );
}

const ROLE_NAMES: Readonly<Record<Person["role"], string>> = {
  owner: "Owner",
  "co-instructor": "Co-instructor",
  grader: "Grader",
};

export function nameOf({ name, email }: Pick<Person, "name" | "email">): string {
  return name || email;
}

export interface PartChoice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

interface PersonFields {
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

function PersonDialog({ person, choices, start, items = [], send }: PersonDialogProps) {
  const isNew = person === null;
  const close = useClosing();
  const form = useForm<PersonFields>(
    { email: "", ...start },
    {
      check({ email, part, items: chosen }) {
        return [
          ...(isNew && email.trim() === "" ? [{ field: "email", message: "Enter the person's e-mail address." }] : []),
          ...(part === "items" && chosen.length === 0 ? [{ field: "items", message: "Choose an item." }] : []),
        ];
      },
      async send(fields) {
        await send(fields);
        close();
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
                ? "The person gets a mail about it; without an account, with a link to sign up."
                : "Of an account on this server. It sends no mails: tell the person."
            }
            type="email"
            autoComplete="off"
            autoFocus
            {...form.input("email")}
          />
        )}
        <RadioField
          label={isNew ? "The person" : "This person"}
          value={form.fields.part}
          options={choices}
          onChange={(part) => form.change({ part, items: form.fields.items })}
        />
        {form.fields.part === "items" && (
          <CheckboxGroup.Root
            aria-label="Items"
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
        <ModalSubmit form={form} action={isNew ? "Add" : "Save"} busy="Saving..." />
      </form>
    </Modal>
  );
}
