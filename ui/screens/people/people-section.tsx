import { Pencil1Icon, PlusIcon, TrashIcon } from "@radix-ui/react-icons";
import { Badge, Button, IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Person } from "../../../server/contract/tasks/people.ts";
import type { ApiError } from "../../api.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import "./people.css";

interface PeopleSectionProps<Someone extends Person> {
  /** What the roles mean here. */
  readonly about: ReactNode;
  /** Null while they are loaded. */
  readonly people: readonly Someone[] | null;
  readonly error: ApiError | null;
  readonly children?: ReactNode;
  /** What a person may do, in words. */
  describe(person: Someone): ReactNode;
  /** What can be done with a person. */
  may(person: Someone): { readonly change: boolean; readonly remove: boolean };
  onAdd(): void;
  onChange(person: Someone): void;
  onRemove(person: Someone): void;
  onRetry(): void;
}

/** The people of a class or task, to add, change and remove. */
export function PeopleSection<Someone extends Person>(props: PeopleSectionProps<Someone>) {
  const { about, people, error, children, describe, may, onAdd, onChange, onRemove, onRetry } = props;
  return (
    <section className="panel panel-body people" aria-labelledby="people">
      <div className="people-head">
        <h2 id="people" tabIndex={-1}>
          People
        </h2>
        {people !== null && (
          <Button variant="soft" onClick={onAdd}>
            <PlusIcon /> Add Person
          </Button>
        )}
      </div>
      <p className="muted people-about">{about}</p>
      {people === null && error !== null && <CallFailed message={error.message} onRetry={onRetry} />}
      {people === null && error === null && <Loading words="Loading the people" />}
      {people !== null && (
        <ul className="rows people-list" aria-label="People">
          {people.map((person) => (
            <li key={person.id}>
              <span className="people-who">
                <strong>{person.name || person.email}</strong>
                <small>{person.email}</small>
              </span>
              <span className="people-part">
                <Badge color={person.role === "owner" ? "blue" : "gray"}>{ROLE_NAMES[person.role]}</Badge>
                {person.disabled && <Badge color="amber">Account disabled</Badge>}
                <span>{describe(person)}</span>
              </span>
              <span className="people-tools">
                {may(person).change && (
                  <IconButton
                    variant="ghost"
                    color="gray"
                    aria-label={`Change what ${nameOf(person)} may do`}
                    onClick={() => onChange(person)}
                  >
                    <Pencil1Icon />
                  </IconButton>
                )}
                {may(person).remove && (
                  <IconButton
                    variant="ghost"
                    color="red"
                    aria-label={`Remove ${nameOf(person)}`}
                    onClick={() => onRemove(person)}
                  >
                    <TrashIcon />
                  </IconButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {people?.length === 1 && (
        <p className="muted people-about">You work alone so far. Add a person by e-mail address.</p>
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
