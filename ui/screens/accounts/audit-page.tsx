import { ArrowLeftIcon, ReaderIcon } from "@radix-ui/react-icons";
import { Badge, Skeleton } from "@radix-ui/themes";
import { AUDIT_KINDS, type AuditKind } from "../../../core/rules/accounts/audit-kinds.ts";
import type { AuditEntry } from "../../../server/contract/accounts/audit.ts";
import { useCall } from "../../calls/calls.ts";
import { Choice } from "../../components/choices.tsx";
import { LinkButton } from "../../components/controls.tsx";
import { Answers, PageHead, Pager, Scrolling, TableHead } from "../../components/page-parts.tsx";
import { counted, formatDate } from "../../format.ts";
import { useAddressState } from "../../hooks/use-address-state.ts";

const ALL = "all";

const KINDS = Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }));

export function Component() {
  const [{ kind, person, page }, change] = useAddressState({ kind: ALL, person: ALL, page: "1" });
  const query = {
    ...(kind in AUDIT_KINDS && { kind: kind as AuditKind }),
    ...(person !== ALL && { person }),
    ...(/^[1-9]\d{0,5}$/.test(page) && { page: Number(page) }),
  };
  const log = useCall("getAuditLog", { query }, { keepsLast: true });
  const { data } = log;
  // What is chosen stays in the list while another page of the log loads.
  const people = [...new Set([...(data?.people ?? []), ...(person === ALL ? [] : [person])])].sort();
  return (
    <div className="page">
      <PageHead
        title="Audit Log"
        text={
          <>
            Sign-ins, failures, exports, deletions and changes of roles and settings
            {data !== null && `, for ${counted(data.days, "day")}`}. No names or work of students.
          </>
        }
      >
        <LinkButton to="/accounts" size="3" variant="soft">
          <ArrowLeftIcon />
          Accounts
        </LinkButton>
      </PageHead>
      <div className="fields">
        <Choice
          label="Kind"
          value={kind in AUDIT_KINDS ? kind : ALL}
          options={[{ value: ALL, label: "All kinds" }, ...KINDS]}
          onChange={(next) => change({ kind: next, page: "1" })}
        />
        <Choice
          label="Person"
          value={person}
          options={[{ value: ALL, label: "Everybody" }, ...people.map((name) => ({ value: name, label: name }))]}
          onChange={(next) => change({ person: next, page: "1" })}
        />
      </div>
      <Answers to={[log]} waiting={<Skeleton height="320px" />}>
        {({ entries, ...pager }) =>
          entries.length === 0 ? (
            <div className="panel centred empty-state">
              <ReaderIcon width="28" height="28" />
              <p>{kind === ALL && person === ALL ? "Nothing was recorded yet." : "No entries for this choice."}</p>
            </div>
          ) : (
            <>
              <AuditTable entries={entries} />
              <Pager page={pager.page} pages={pager.pages} onPage={(next) => change({ page: String(next) })} />
            </>
          )
        }
      </Answers>
    </div>
  );
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <Scrolling className="panel table-frame" aria-label="Audit log">
      <table className="table" style={{ minWidth: 1000 }}>
        <TableHead columns={["Time", "What", "Result", "Who", "About", "From"]} />
        <tbody>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and a page of them does not change
            <tr key={index}>
              <td className="unbroken">{formatDate(entry.at)}</td>
              <th scope="row">
                {entry.what}
                <small>{AUDIT_KINDS[entry.kind]}</small>
              </th>
              <td>
                <Badge color={entry.done ? "green" : "red"}>{entry.done ? "Done" : `Refused: ${entry.outcome}`}</Badge>
              </td>
              <td>{whoText(entry)}</td>
              <td>{entry.about ?? "–"}</td>
              <td>{entry.address}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function whoText({ person }: AuditEntry): string {
  if (person === "command") return "The command on the server";
  return person ?? "Not signed in";
}
