import { useForm } from "../parts/forms/use-form.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextLine } from "../ui/text-line.tsx";

interface AddExperimentDialogProps {
  readonly onCreate: (fields: { readonly name: string; readonly description: string }) => Promise<void>;
  readonly onClose: () => void;
}

export function AddExperimentDialog({ onCreate, onClose }: AddExperimentDialogProps) {
  const form = useForm("experiments.create", {
    initial: { name: "", description: "" },
    body: ({ name, description }) => ({ name: name.trim(), description: description.trim() }),
    words: { name: "Enter a name" },
    checksOnSubmit: true,
    send: onCreate,
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add an experiment"
      subtitle="An experiment runs a solution over a datasource."
      {...form.dialog}
      submitLabel="Create"
      formClass="experiment-form"
    >
      <TextLine label="Name" required isFirst autoComplete="off" {...form.line("name")} />
      <TextLine label="Description" {...form.line("description")} />
    </FormDialog>
  );
}
