import { commands, type Editor } from "@airlock/editor";
import { limits } from "@airlock/flow";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { focusWhenShown } from "../../ui/dialogs/focus-when-shown.ts";
import { useEditorValue } from "../editor/use-editor-part.ts";
import { reasonRows } from "./reason-rows.ts";
import "./reason-texts-dialog.css";

interface ReasonTextsDialogProps {
  readonly editor: Editor;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

/** What each reason code of the solution means. Changes are steps of the editor, saved with the solution. */
export function ReasonTextsDialog({ editor, mayEdit, onClose }: ReasonTextsDialogProps) {
  const rows = reasonRows(useEditorValue(editor, () => editor.definition));
  const [refused, setRefused] = useState<{ readonly code: string; readonly reason: string }>();
  const change = (code: string, text: string) => {
    const executed = editor.execute(commands.setReasonText(code, text));
    setRefused(executed.ok ? undefined : { code, reason: executed.refusal.reason });
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={680}
      title="Reason codes"
      subtitle="What each code means, for traces, test results and callers. Texts never change a decision."
      actions={
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className="muted">No reason codes yet. Enter them beside the points of a Range Score or a List Score.</p>
      ) : (
        <ul className="reason-texts" aria-label="Texts of reason codes">
          {rows.map(({ code, text, isUnused }, index) => (
            <li key={code}>
              <span className="chip code">{code}</span>
              <TextField
                fullWidth
                value={text}
                disabled={!mayEdit}
                error={refused?.code === code}
                helperText={refused?.code === code ? refused.reason : isUnused ? "No node gives this code." : undefined}
                onChange={(event) => change(code, event.target.value)}
                {...(index === 0 ? { inputRef: focusWhenShown } : {})}
                slotProps={{ htmlInput: { "aria-label": `Text of ${code}`, maxLength: limits.reasonTextLength } }}
              />
            </li>
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}
