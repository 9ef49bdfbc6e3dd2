import { useState } from "react";
import { useProfile } from "../../api/session/use-session.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { RequiredHint } from "../../ui/dialogs/required-hint.tsx";
import { TextLine } from "../../ui/text-line.tsx";
import { useForm } from "../forms/use-form.ts";
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
  /** The action that creates it. */
  readonly action: "allRoles.create" | "groups.create" | "organisations.create";
  /** 'Add a role' */
  readonly title: string;
  /** In the field and selected, so that typing replaces it. */
  readonly defaultName: string;
  /** Whether it has a description and belongs to an organisation. */
  readonly withDetails: boolean;
  /** The preselected organisation; the user's own if left out. */
  readonly organisation?: Choice | undefined;
  /** The dialog stays open, with the reason, when this fails. */
  readonly onSave: (fields: AddedFields) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Names a new role, group or organisation before it is created. Cancel and Esc create nothing. */
export function AddDialog({ action, title, defaultName, withDetails, organisation: first, onSave, onClose }: AddDialogProps) {
  const own = useProfile()._embedded;
  const mayChoose = useOrganisationSearch() !== undefined;
  const [organisation, setOrganisation] = useState<Choice | null>(first ?? { value: own.organisationWss, label: own.organisationName });
  const form = useForm(action, {
    initial: { name: defaultName, description: "" },
    body: ({ name, description }) => ({
      name: name.trim(),
      description: description.trim(),
      ...(organisation === null ? {} : { organisationWss: organisation.value }),
    }),
    isReady: organisation !== null,
    send: ({ name, description }) => onSave({ name, description, organisationWss: organisation?.value ?? "" }),
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title={title} hint={<RequiredHint />} {...form.dialog} submitLabel="Save" formClass="add-form">
      <TextLine label="Name" required isFirst autoComplete="off" onFocus={(event) => event.target.select()} {...form.line("name")} />
      {withDetails && <TextLine label="Description" autoComplete="off" {...form.line("description")} />}
      {withDetails && mayChoose && <OrganisationField value={organisation} onChange={setOrganisation} />}
    </FormDialog>
  );
}
