import { useAction } from "../api/use-action.ts";
import { leftToForm, useForm } from "../parts/forms/use-form.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { type NamedList } from "./use-lists.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

/** Another name or description; solutions use a list by its id, so they notice nothing. */
export function RenameDialog({ list, onClose }: { readonly list: NamedList; readonly onClose: () => void }) {
  const { description: before, revision } = list._embedded;
  const rename = useAction("list.update", list, { changes: ["lists.list", "list.read"], onError: leftToForm });
  const form = useForm("list.update", {
    initial: { name: nameOf(list), description: before },
    body: ({ name, description }) => ({ name: name.trim(), description, revision }),
    send: (body) => rename.mutateAsync({ body }),
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title={`Rename ${nameOf(list)}`} {...form.dialog} submitLabel="Save" formClass="list-form">
      <TextLine label="Name" required isFirst {...form.line("name")} />
      <TextArea label="Description" {...form.field("description")} />
    </FormDialog>
  );
}
