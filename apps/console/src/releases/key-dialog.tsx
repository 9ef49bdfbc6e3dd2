import TextField from "@mui/material/TextField";
import { useAction } from "../api/use-action.ts";
import { leftToForm, useForm } from "../parts/forms/use-form.ts";
import type { Solution } from "../parts/versions/resources.ts";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";

const keyWords = "Lower-case letters and digits, in words separated by hyphens.";

/** Changes the key of a solution; the previous key remains valid for 30 days. */
export function KeyDialog({ solution, onClose }: { readonly solution: Solution; readonly onClose: () => void }) {
  const messages = useMessages();
  const { key: before, revision } = solution._embedded;
  const change = useAction("solution.update", solution, { changes: ["solution.read"], onError: leftToForm });
  const form = useForm("solution.update", {
    initial: { key: before },
    body: ({ key }) => ({ key, revision }),
    words: { key: keyWords },
    refusals: {
      SOLUTION_KEY_TAKEN: { field: "key", message: "Another solution has this key, or had it within the last 30 days." },
    },
    send: (body) => change.mutateAsync({ body }),
    onSaved: () => {
      messages.success("Key changed.");
      onClose();
    },
  });
  const wrong = form.whyNot("key");
  return (
    <FormDialog
      onClose={onClose}
      title="Change key"
      subtitle={`Callers that use ${before} are served for 30 more days. Responses name the new address.`}
      onSubmit={form.dialog.onSubmit}
      submitLabel="Change key"
      canSubmit={form.dialog.canSubmit && form.values.key !== before}
      problem={form.problem}
    >
      <TextField
        fullWidth
        label="Key"
        inputRef={focusWhenShown}
        value={form.values.key}
        onChange={(event) => form.set({ key: event.target.value.toLowerCase() })}
        error={wrong !== undefined}
        helperText={wrong ?? keyWords}
        slotProps={{ htmlInput: { maxLength: 60, spellCheck: false }, inputLabel: { shrink: true } }}
      />
    </FormDialog>
  );
}
