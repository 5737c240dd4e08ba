import { QuestionMarkCircledIcon } from "@radix-ui/react-icons";
import { HoverCard, IconButton, Table } from "@radix-ui/themes";
import { useState } from "react";

const SYMBOLS = [
  ["~", "¬", "NOT", "~A"],
  ["&", "⋅", "AND", "A & B"],
  ["^", "⊕", "XOR", "A ^ B"],
  ["|", "+", "OR", "A | B"],
] as const;

export function SymbolLegend() {
  const [open, setOpen] = useState(false);
  return (
    <HoverCard.Root open={open} onOpenChange={setOpen} openDelay={120}>
      <HoverCard.Trigger>
        <IconButton
          type="button"
          variant="ghost"
          color="gray"
          aria-label="How to write expressions"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        >
          <QuestionMarkCircledIcon />
        </IconButton>
      </HoverCard.Trigger>
      <HoverCard.Content className="legend" width="320px" role="note">
        <p>
          Inputs are the letters <b>A</b> to <b>G</b>. Parentheses group; without them, operators higher in this list
          are applied first.
        </p>
        <Table.Root size="1" aria-label="Symbols">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeaderCell>Type</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Shown</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Gate</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Example</Table.ColumnHeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {SYMBOLS.map(([typed, shown, gate, example]) => (
              <Table.Row key={gate}>
                <Table.Cell className="mono">{typed}</Table.Cell>
                <Table.Cell>{shown}</Table.Cell>
                <Table.Cell>{gate}</Table.Cell>
                <Table.Cell className="mono">{example}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
        <p>
          Example: <span className="mono">A ^ B | (C &amp; ~A)</span>
        </p>
        <p>
          Other notations are understood, too: <span className="mono">AB' + c</span>,{" "}
          <span className="mono">!A &amp;&amp; B</span>, <span className="mono">A * 1</span> and the symbols shown.
          Below the field you see how an expression is read.
        </p>
      </HoverCard.Content>
    </HoverCard.Root>
  );
}
