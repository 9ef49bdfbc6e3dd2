import Button from "@mui/material/Button";
import { useId, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { DialogFrame } from "./dialog-frame.tsx";

interface FormDialogProps extends Omit<ComponentProps<typeof DialogFrame>, "open" | "actions"> {
  readonly onSubmit: () => void;
  readonly submitLabel: ReactNode;
  readonly canSubmit: boolean;
  /** Why what was submitted is refused, where no field says it. */
  readonly problem?: string | undefined;
  /** Between Cancel and the button that submits. */
  readonly moreActions?: ReactNode;
  readonly formClass?: string;
  readonly autoComplete?: "off";
}

/** A dialog with a form: Cancel closes it, the main button or Enter submits it. Fields report their own errors. */
export function FormDialog({
  onSubmit,
  submitLabel,
  canSubmit,
  problem,
  moreActions,
  formClass,
  autoComplete,
  children,
  ...frame
}: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const actions = (
    <>
      <Button color="inherit" onClick={frame.onClose}>
        Cancel
      </Button>
      {moreActions}
      <Button type="submit" form={formId} variant="contained" disabled={!canSubmit}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <DialogFrame open {...frame} actions={actions}>
      <form id={formId} className={formClass} noValidate autoComplete={autoComplete} onSubmit={submit}>
        {children}
      </form>
      {problem !== undefined && (
        <p className="notice error dialog-problem" role="alert">
          {problem}
        </p>
      )}
    </DialogFrame>
  );
}
