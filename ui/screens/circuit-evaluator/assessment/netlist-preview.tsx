import { DownloadIcon } from "@radix-ui/react-icons";
import { Button, Flex, Skeleton, Text } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Netlist } from "../../../../core/netlist/netlist.ts";
import { call, messageOf } from "../../../api.ts";
import { CopyButton } from "../../../components/copy-button.tsx";
import { FormFailure } from "../../../components/fields/form-failure.tsx";
import { Segments } from "../../../components/fields/segments.tsx";
import { saveFile } from "../../../save-file.ts";

interface NetlistPreviewProps {
  readonly fileId: string;
  /** The circuit that the text describes. */
  readonly netlist: Netlist | null | undefined;
}

const FORMATS = [
  { value: "asc", label: "LTspice", call: "generateNetlist", opens: "Opens in LTspice." },
  { value: "v", label: "Verilog", call: "generateVerilog", opens: "One module, for simulators and synthesis." },
] as const;

export function NetlistPreview({ fileId, netlist }: NetlistPreviewProps) {
  const [format, setFormat] = useState<(typeof FORMATS)[number]["value"]>("asc");
  const { opens, call: endpoint } = FORMATS.find(({ value }) => value === format)!;
  // Every response has a new object; most are of the same circuit, which has the same text.
  const { data: text, error } = useQuery({
    queryKey: [endpoint, fileId, JSON.stringify(netlist)],
    queryFn: async ({ signal }) => (await call(endpoint, { params: { fileId } }, signal)).text(),
  });
  const name = `circuit_${fileId}.${format}`;

  return (
    <Flex direction="column" gap="3">
      <Flex justify="between" gap="3" wrap="wrap">
        <Segments size="1" label="Format" value={format} options={FORMATS} onChange={setFormat} />
        <Flex gap="2">
          {text !== undefined && <CopyButton small text={text} label="Copy" done="The netlist was copied." />}
          <Button
            size="1"
            variant="soft"
            disabled={text === undefined}
            onClick={() => saveFile(new Blob([text ?? ""], { type: "text/plain" }), name)}
          >
            <DownloadIcon /> Download
          </Button>
        </Flex>
      </Flex>
      <Text size="1" color="gray" as="p">
        {name} · {opens}
      </Text>
      {text === undefined && error === null && <Skeleton height="260px" />}
      <FormFailure>{error && messageOf(error)}</FormFailure>
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must take the focus
        <section className="box scroll mono ce-netlist" tabIndex={0} aria-label={`Netlist ${name}`}>
          <pre>{text}</pre>
        </section>
      )}
    </Flex>
  );
}
