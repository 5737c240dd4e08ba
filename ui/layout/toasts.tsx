import { CheckCircledIcon, Cross2Icon, CrossCircledIcon, InfoCircledIcon } from "@radix-ui/react-icons";
import { LIMITS } from "../../core/rules/limits.ts";
import { QuietButton } from "../components/controls.tsx";
import { closeToast, type ToastTone, useToasts } from "../store.ts";

const ICONS = { success: CheckCircledIcon, error: CrossCircledIcon, info: InfoCircledIcon } as const satisfies Record<
  ToastTone,
  unknown
>;

export function Toasts() {
  const toasts = useToasts();
  return (
    <section className="toasts" aria-live="polite" aria-label="Messages">
      {toasts.map(({ id, text, tone }) => {
        const Icon = ICONS[tone];
        return (
          <div key={id} className="toast" data-tone={tone} style={{ animationDelay: `${LIMITS.toastSeconds}s` }}>
            <Icon aria-hidden />
            <p>{text}</p>
            <QuietButton size="1" label="Close message" onClick={() => closeToast(id)}>
              <Cross2Icon />
            </QuietButton>
          </div>
        );
      })}
    </section>
  );
}
