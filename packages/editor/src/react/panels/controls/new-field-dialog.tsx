import type { FieldSource, FieldType } from "@airlock/flow";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import { useId, useState } from "react";
import type { Refusal } from "../../../rules/refusal.ts";
import "../../dialog.css";
import { useFieldName } from "../fields/use-field-name.ts";
import { Choice, options } from "./choice.tsx";
import { focusWhenShown } from "../../focus-when-shown.ts";

interface NewFieldDialogProps {
  readonly source: FieldSource;
  readonly types: readonly FieldType[];
  readonly make: (field: { readonly name: string; readonly type: FieldType }) => Refusal | undefined;
  readonly close: () => void;
}

/** Creates a field where it is needed, without leaving the rule. */
export function NewFieldDialog({ source, types, make, close }: NewFieldDialogProps) {
  const { name, onChange, refusal, unusable } = useFieldName(source);
  const [type, setType] = useState<FieldType>(types.includes("String") ? "String" : (types.at(-1) ?? "Float"));
  const [refused, setRefused] = useState<Refusal>();
  const titleId = useId();
  const nameId = useId();
  const helpId = useId();
  const reason = refusal ?? refused;
  const submit = () => {
    if (name === "" || unusable !== undefined) return;
    const refusal = make({ name, type });
    setRefused(refusal);
    if (refusal === undefined) close();
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 404 } } }}>
      <form
        className="ep-form-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <header className="editor-dialog-head">
          <h2 id={titleId}>New {source.toLowerCase()} field</h2>
        </header>
        <div className="editor-dialog-body">
          <div className="ep-field">
            <label htmlFor={nameId}>Name</label>
            <input
              id={nameId}
              className="ep-input mono"
              ref={focusWhenShown}
              autoComplete="off"
              spellCheck={false}
              value={name}
              aria-invalid={reason !== undefined}
              aria-describedby={helpId}
              onChange={(event) => {
                setRefused(undefined);
                onChange(event);
              }}
            />
            <p id={helpId} className={reason === undefined ? "ep-help" : "ep-help is-error"}>
              {reason?.reason ?? "Callers and rules know the field by this name."}
            </p>
          </div>
          <Choice label="Field type" value={type} choose={(value) => setType(types.find((one) => one === value) ?? type)}>
            {options(types)}
          </Choice>
        </div>
        <footer className="editor-dialog-foot">
          <Button color="inherit" variant="text" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={name === "" || unusable !== undefined}>
            Add field
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
