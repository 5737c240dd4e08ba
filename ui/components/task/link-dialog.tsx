import { EnterFullScreenIcon, ExternalLinkIcon } from "@radix-ui/react-icons";
import { Button, TextField } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type Reach, reachOf } from "../../../core/rules/reach.ts";
import { studentUploadPath } from "../../../server/contract/pages.ts";
import { CopyButton, Notice } from "../controls.tsx";
import { Modal, ModalFoot, ModalText } from "../page-parts.tsx";

const SET_ORIGIN = "ORIGIN set to the address that phones can open, and open CircuitGrade under that address.";

const WARNINGS: Readonly<Record<Reach, string | null>> = {
  computer: `Only this computer can open the link. Start the server with HOST=0.0.0.0, and ${SET_ORIGIN}`,
  network: `Only devices in the same network can open the link. For others: start the server with ${SET_ORIGIN}`,
  everywhere: null,
};

export function LinkDialog({ taskId }: { readonly taskId: string }) {
  const link = `${location.origin}${studentUploadPath(taskId)}`;
  const code = useRef<SVGSVGElement>(null);
  // The library comes only with the dialog; without it the link is still there.
  const { data: qr } = useQuery({
    queryKey: ["qr", link],
    queryFn: async () => (await import("../../../core/template/qr-path.ts")).qrPath(link),
  });
  const warning = WARNINGS[reachOf(location.hostname)];
  return (
    <Modal title="Task Link" maxWidth="560px">
      <ModalText>
        Students open this link to download the template and to hand in their files. They need no account.
      </ModalText>
      <TextField.Root
        size="3"
        readOnly
        value={link}
        aria-label="Student link"
        onFocus={(event) => event.target.select()}
      />
      {warning !== null && (
        <Notice color="amber" mt="3">
          {warning}
        </Notice>
      )}
      {qr && (
        <svg
          ref={code}
          style={{ display: "block", margin: "16px auto 0" }}
          width="200"
          height="200"
          viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
          role="img"
          aria-label="QR code of the link"
        >
          <rect x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} fill="white" />
          <path d={qr.path} fill="black" />
        </svg>
      )}
      <ModalFoot>
        <Button variant="soft" onClick={() => void code.current?.requestFullscreen()}>
          <EnterFullScreenIcon />
          Project QR Code
        </Button>
        <Button asChild variant="soft">
          <a href={link} target="_blank" rel="noreferrer">
            <ExternalLinkIcon />
            Open Link
          </a>
        </Button>
        <CopyButton text={link} label="Copy Link" done="The link was copied." />
      </ModalFoot>
    </Modal>
  );
}
