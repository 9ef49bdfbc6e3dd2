import { useState } from "react";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../ui/text-line.tsx";

interface AddExperimentDialogProps {
  /** True when it was made. */
  readonly onCreate: (fields: { readonly name: string; readonly description: string }) => Promise<boolean>;
  readonly onClose: () => void;
}

export function AddExperimentDialog({ onCreate, onClose }: AddExperimentDialogProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [tried, setTried] = useState(false);
  const [creating, setCreating] = useState(false);
  const isMissing = tried && name.trim() === "";

  const submit = async () => {
    setTried(true);
    if (name.trim() === "" || creating) return;
    setCreating(true);
    if (await onCreate({ name: name.trim(), description: description.trim() })) onClose();
    else setCreating(false);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add an experiment"
      subtitle="An experiment runs a solution over a datasource."
      onSubmit={() => void submit()}
      submitLabel="Create"
      canSubmit={!creating}
      formClass="experiment-form"
    >
      <TextLine
        label="Name"
        required
        isFirst
        autoComplete="off"
        value={name}
        error={isMissing}
        helperText={isMissing ? "Enter a name" : undefined}
        onChange={setName}
        maxLength={200}
      />
      <TextLine label="Description" value={description} onChange={setDescription} maxLength={2000} />
    </FormDialog>
  );
}
