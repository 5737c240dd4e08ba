import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { type Form, type FormOptions, focusFirst, useForm } from "../hooks/use-form.ts";
import { SAVING, useLeaveWarning } from "../hooks/use-leave-warning.ts";
import { useMounted } from "../hooks/use-mounted.ts";
import { useConfirmation } from "../store.ts";
import { dimmed, FormFailure } from "./controls.tsx";

interface PageFormOptions<Fields> extends Omit<FormOptions<Fields>, "send"> {
  /** `leave` goes to another page, unless the user has left already. */
  send(fields: Fields, leave: (path: string) => void): ReturnType<FormOptions<Fields>["send"]>;
}

/** The state of a form that fills a page: leaving the page asks first if it would lose something. */
export function usePageForm<Fields extends object>(start: Fields, options: PageFormOptions<Fields>): Form<Fields> {
  const navigate = useNavigate();
  const isMounted = useMounted();
  // While the user is asked about what they save, nothing is on its way to the server.
  const isAsked = useConfirmation() !== null;
  const form = useForm(start, {
    ...options,
    send(fields) {
      focusFirst("main form [type=submit]");
      return options.send(fields, leave);
    },
  });
  const { allow } = useLeaveWarning(form.changed, form.busy && !isAsked ? SAVING : undefined);

  function leave(path: string): void {
    if (!isMounted()) return;
    allow();
    void navigate(path);
  }

  return form;
}

interface PageFormProps {
  readonly form: Pick<Form<object>, "busy" | "failure" | "submit">;
  /** The button that submits; it keeps the focus and shows the progress while the fields are closed. */
  readonly action: string;
  /** The button that leads away without saving. */
  readonly back?: string;
  readonly backDisabled?: boolean;
  readonly children: ReactNode;
  onBack(): void;
}

export function PageForm({ form, action, back = "Cancel", backDisabled, children, onBack }: PageFormProps) {
  return (
    <form className="spaced" noValidate onSubmit={form.submit}>
      <div className="spaced" inert={form.busy}>
        {children}
      </div>
      <FormFailure>{form.failure}</FormFailure>
      <div className="row end">
        <Button type="button" size="3" variant="soft" color="gray" disabled={backDisabled} onClick={onBack}>
          {back}
        </Button>
        <Button type="submit" size="3" {...dimmed(form.busy)}>
          {action}
        </Button>
      </div>
    </form>
  );
}
