import TextField from "@mui/material/TextField";
import { useState } from "react";
import { asProblem } from "../api/api-problem.ts";
import { tellProblem } from "../api/tell-problem.ts";
import { useAction } from "../api/use-action.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";

/** As the contract has it. */
const keyForm = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Changes the key of a solution; the previous key remains valid for 30 days. */
export function KeyDialog({ solution, onClose }: { readonly solution: Solution; readonly onClose: () => void }) {
  const messages = useMessages();
  const { key: before, revision } = solution._embedded;
  const [key, setKey] = useState(before);
  const [taken, setTaken] = useState<string>();
  const isFormed = key.length >= 2 && key.length <= 60 && keyForm.test(key);
  const change = useAction("solution.update", solution, {
    changes: ["solution.read"],
    onSuccess: () => {
      messages.success("Key changed.");
      onClose();
    },
    onError: (error) => {
      const problem = asProblem(error);
      if (problem.code === "SOLUTION_KEY_TAKEN") setTaken(key);
      else tellProblem(messages, problem);
    },
  });
  const submit = () => {
    if (isFormed && key !== before) change.mutate({ body: { key, revision } });
  };
  const wrong =
    key === taken
      ? "Another solution has this key, or had it within the last 30 days."
      : "Lower-case letters and digits, in words separated by hyphens.";
  return (
    <FormDialog
      onClose={onClose}
      title="Change key"
      subtitle={`Callers that use ${before} are served for 30 more days. Responses name the new address.`}
      onSubmit={submit}
      submitLabel="Change key"
      canSubmit={isFormed && key !== before && key !== taken && !change.isPending}
    >
      <TextField
        fullWidth
        label="Key"
        inputRef={focusWhenShown}
        value={key}
        onChange={(event) => setKey(event.target.value.toLowerCase())}
        error={!isFormed || key === taken}
        helperText={wrong}
        slotProps={{ htmlInput: { maxLength: 60, spellCheck: false }, inputLabel: { shrink: true } }}
      />
    </FormDialog>
  );
}
