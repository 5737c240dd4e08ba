import { CheckCircledIcon, Cross2Icon, CrossCircledIcon, InfoCircledIcon } from "@radix-ui/react-icons";
import { IconButton } from "@radix-ui/themes";
import { closeToast, type ToastTone, useToasts } from "../store.ts";

const ICONS = { success: CheckCircledIcon, error: CrossCircledIcon, info: InfoCircledIcon } as const satisfies Record<
  ToastTone,
  unknown
>;

export function Toasts() {
  const toasts = useToasts();
  return (
    <section className="toasts" aria-live="polite" aria-label="Messages">
      {toasts.map(({ id, text, tone, leaving }) => {
        const Icon = ICONS[tone];
        return (
          <div key={id} className="toast" data-tone={tone} data-leaving={leaving || undefined}>
            <Icon aria-hidden />
            <p>{text}</p>
            <IconButton variant="ghost" color="gray" size="1" aria-label="Close message" onClick={() => closeToast(id)}>
              <Cross2Icon />
            </IconButton>
          </div>
        );
      })}
    </section>
  );
}
