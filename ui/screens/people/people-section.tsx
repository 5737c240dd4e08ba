import { Pencil1Icon, PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Person } from "../../../server/contract/tasks/people.ts";
import { Answers, type AwaitedCall } from "../../components/answers.tsx";
import { QuietButton } from "../../components/buttons/quiet-button.tsx";
import { Loading } from "../../components/loading.tsx";
import "./people.css";

interface PeopleSectionProps<Someone extends Person> {
  readonly about: ReactNode;
  readonly people: AwaitedCall<{ readonly people: readonly Someone[] }>;
  readonly children?: ReactNode;
  describe(person: Someone): ReactNode;
  may(person: Someone): { readonly change: boolean; readonly remove: boolean };
  /** Null: a new person. */
  onEdit(person: Someone | null): void;
  onRemove(person: Someone): void;
}

export function PeopleSection<Someone extends Person>(props: PeopleSectionProps<Someone>) {
  const { about, people, children, describe, may, onEdit, onRemove } = props;
  return (
    <section className="panel panel-body spaced" aria-labelledby="people">
      <div className="row between">
        <h2 id="people" tabIndex={-1}>
          People
        </h2>
        {people.data !== null && (
          <Button variant="soft" onClick={() => onEdit(null)}>
            <PlusIcon /> Add Person
          </Button>
        )}
      </div>
      <p className="muted">{about}</p>
      <Answers to={[people]} waiting={<Loading words="Loading the people" />}>
        {({ people: known }) => (
          <ul className="rows people-list" aria-label="People">
            {known.map((person) => (
              <li key={person.id}>
                <span>
                  <strong>{person.name || person.email}</strong>
                  <small>{person.email}</small>
                </span>
                <span className="row people-part">
                  <Badge color={person.role === "owner" ? "blue" : "gray"}>{ROLE_NAMES[person.role]}</Badge>
                  {person.disabled && <Badge color="amber">Account disabled</Badge>}
                  <span>{describe(person)}</span>
                </span>
                <span className="line people-tools">
                  {may(person).change && (
                    <QuietButton label={`Change what ${nameOf(person)} may do`} onClick={() => onEdit(person)}>
                      <Pencil1Icon />
                    </QuietButton>
                  )}
                  {may(person).remove && (
                    <QuietButton color="red" label={`Remove ${nameOf(person)}`} onClick={() => onRemove(person)}>
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
