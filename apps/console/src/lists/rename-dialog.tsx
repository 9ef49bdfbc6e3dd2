import { useState } from "react";
import { useAction } from "../api/use-action.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TextLine } from "../ui/text-line.tsx";
import { type NamedList } from "./use-lists.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

/** Another name or description; solutions use a list by its id, so they notice nothing. */
export function RenameDialog({ list, onClose }: { readonly list: NamedList; readonly onClose: () => void }) {
  const [name, setName] = useState(nameOf(list));
  const [description, setDescription] = useState(list._embedded.description);
  const rename = useAction("list.update", list, { changes: ["lists.list", "list.read"], onSuccess: onClose });
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename ${nameOf(list)}`}
      onSubmit={() => rename.mutate({ body: { name: name.trim(), description, revision: list._embedded.revision } })}
      submitLabel="Save"
      canSubmit={name.trim() !== "" && !rename.isPending}
      formClass="list-form"
    >
      <TextLine label="Name" required isFirst value={name} onChange={setName} maxLength={200} />
      <TextArea label="Description" value={description} onChange={setDescription} />
    </FormDialog>
  );
}
