import { CopyIcon, DownloadIcon } from "@radix-ui/react-icons";
import { Button, Flex, SegmentedControl, Skeleton, Text } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { Netlist } from "../../../../core/netlist/netlist.ts";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { Notice } from "../../../components/notice.tsx";
import { copyText } from "../../../copy-text.ts";
import { usePassingNote } from "../../../hooks/use-passing-note.ts";
import { saveFile } from "../../../save-file.ts";
import { loadNetlist, type NetlistFormat } from "./load-netlist.ts";
import "./netlist-preview.css";

interface NetlistPreviewProps {
  readonly fileId: string;
  /** The circuit that the text describes. */
  readonly netlist: Netlist | null | undefined;
}

const FORMATS: Readonly<Record<NetlistFormat, { label: string; extension: string; opens: string }>> = {
  asc: { label: "LTspice", extension: "asc", opens: "Opens in LTspice." },
  verilog: { label: "Verilog", extension: "v", opens: "One module, for simulators and synthesis." },
};

type Loaded = { readonly text: string } | { readonly error: string } | null;

/** Preview Netlist: the circuit as LTspice schematic or Verilog, to read, copy and download. */
export function NetlistPreview({ fileId, netlist }: NetlistPreviewProps) {
  const [format, setFormat] = useState<NetlistFormat>("asc");
  const [loaded, setLoaded] = useState<Loaded>(null);
  const [copied, setCopied] = usePassingNote<boolean>(LIMITS.copiedSeconds);

  // Every response has a new object; most are of the same circuit.
  const circuit = JSON.stringify(netlist);

  async function copy(text: string): Promise<void> {
    setCopied((await copyText(text)) || null);
  }

  // The text comes from the server, when the window opens and with every change of format or circuit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another circuit has another text
  useEffect(() => {
    let current = true;
    setLoaded(null);
    loadNetlist(fileId, format).then(
      (text) => current && setLoaded({ text }),
      (error: unknown) => current && setLoaded({ error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      current = false;
    };
  }, [fileId, circuit, format]);

  const { extension, opens } = FORMATS[format];
  const name = `circuit_${fileId}.${extension}`;
  const text = loaded && "text" in loaded ? loaded.text : null;
  return (
    <Flex direction="column" gap="3">
      <Flex justify="between" gap="3" wrap="wrap">
        <SegmentedControl.Root
          size="1"
          value={format}
          onValueChange={(next) => setFormat(next === "verilog" ? "verilog" : "asc")}
          aria-label="Format"
        >
          <SegmentedControl.Item value="asc">{FORMATS.asc.label}</SegmentedControl.Item>
          <SegmentedControl.Item value="verilog">{FORMATS.verilog.label}</SegmentedControl.Item>
        </SegmentedControl.Root>
        <Flex gap="2">
          <Button
            size="1"
            variant="soft"
            color="gray"
            disabled={text === null}
            onClick={() => text !== null && void copy(text)}
          >
            <CopyIcon /> {copied ? "Copied" : "Copy"}
          </Button>
          <Button
            size="1"
            variant="soft"
            disabled={text === null}
            onClick={() => text !== null && saveFile(new Blob([text], { type: "text/plain" }), name)}
          >
            <DownloadIcon /> Download
          </Button>
        </Flex>
      </Flex>
      <Text size="1" color="gray" as="p" className="ce-file-name">
        {name} · {opens}
      </Text>
      {loaded === null && <Skeleton height="260px" />}
      {loaded && "error" in loaded && (
        <Notice color="red" role="alert">
          {loaded.error}
        </Notice>
      )}
      {text !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must take the focus
        <section className="ce-netlist" tabIndex={0} aria-label={`Netlist ${name}`}>
          <pre>{text}</pre>
        </section>
      )}
    </Flex>
  );
}
