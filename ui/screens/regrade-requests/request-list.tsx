import { Flex } from "@radix-ui/themes";
import { useRef } from "react";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import { counted, formatDate } from "../../format.ts";
import { useListArrows } from "../../hooks/use-list-arrows.ts";
import { gradeText, outcomeText, requestsTitle, studentText } from "./request-words.ts";

interface RequestListProps {
  readonly requests: readonly RegradeRequest[];
  readonly chosen: string | null;
  /** Shows a request while moving through the list. */
  onChoose(id: string): void;
  /** Shows a request and moves the focus to it. */
  onOpen(id: string): void;
}

export function RequestList({ requests, chosen, onChoose, onOpen }: RequestListProps) {
  const list = useRef<HTMLElement>(null);
  const open = requests.filter(({ answer }) => answer === null);
  const answered = requests.filter(({ answer }) => answer !== null);
  const move = useListArrows(list, { keys: requests.map(({ id }) => id), chosen, onChoose });
  if (requests.length === 0) return null;

  const items = (some: readonly RegradeRequest[]) => (
    <ul>
      {some.map((request) => (
        <li key={request.id}>
          <button
            type="button"
            className="choice"
            data-key={request.id}
            aria-current={request.id === chosen}
            onClick={() => onOpen(request.id)}
            onKeyDown={move}
          >
            <Flex as="span" align="center" gap="2" wrap="wrap">
              <strong>{studentText(request)}</strong>
              <span>Item {request.item_number}</span>
              <span className="push">{gradeText(request)}</span>
            </Flex>
            <small className="request-reason">{request.reason}</small>
            <small>
              {request.answer === null ? `Asked ${formatDate(request.created_at)}` : outcomeText(request.answer)}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <nav ref={list} className="panel choices" aria-label="Regrade requests">
      <h2>{requestsTitle(open)}</h2>
      {items(open)}
      {answered.length > 0 && (
        <details>
          <summary>{counted(answered.length, "answered request")}</summary>
          {items(answered)}
        </details>
      )}
    </nav>
  );
}
