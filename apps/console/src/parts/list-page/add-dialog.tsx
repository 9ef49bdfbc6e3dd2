import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useProfile } from "../../api/session/use-session.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { focusWhenShown } from "../../ui/dialogs/focus-when-shown.ts";
import { RequiredHint } from "../../ui/dialogs/required-hint.tsx";
import { OrganisationField } from "../search/organisation-field.tsx";
import { useOrganisationSearch } from "../search/use-organisation-search.ts";
import type { Choice } from "./column.ts";
import "./add-dialog.css";

export interface AddedFields {
  readonly name: string;
  readonly description: string;
  readonly organisationWss: string;
}

interface AddDialogProps {
  /** 'Add a role' */
  readonly title: string;
  /** In the field and selected, so that typing replaces it. */
  readonly defaultName: string;
  /** Whether it has a description and belongs to an organisation. */
  readonly withDetails: boolean;
  /** The preselected organisation; the user's own if left out. */
  readonly organisation?: Choice | undefined;
  /** Whether it was created: the dialog stays open otherwise. */
  readonly onSave: (fields: AddedFields) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Names a new role, group or organisation before it is created. Cancel and Esc create nothing. */
export function AddDialog({ title, defaultName, withDetails, organisation: first, onSave, onClose }: AddDialogProps) {
  const own = useProfile()._embedded;
  const mayChoose = useOrganisationSearch() !== undefined;
  const [name, setName] = useState(defaultName);
  const [description, setDescription] = useState("");
  const [organisation, setOrganisation] = useState<Choice | null>(first ?? { value: own.organisationWss, label: own.organisationName });
  const [saving, setSaving] = useState(false);
  const valid = name.trim() !== "" && organisation !== null;

  const save = async () => {
    if (!valid || saving) return;
    setSaving(true);
    const saved = await onSave({ name: name.trim(), description: description.trim(), organisationWss: organisation.value });
    if (saved) onClose();
    else setSaving(false);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      hint={<RequiredHint />}
      onSubmit={() => void save()}
      submitLabel="Save"
      canSubmit={valid && !saving}
      formClass="add-form"
    >
      <TextField
        label="Name"
        required
        inputRef={focusWhenShown}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: "off" } }}
      />
      {withDetails && (
        <TextField
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000, autoComplete: "off" } }}
        />
      )}
      {withDetails && mayChoose && <OrganisationField value={organisation} onChange={setOrganisation} />}
    </FormDialog>
  );
}
