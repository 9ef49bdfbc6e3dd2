import type { SystemAccountCreate, UserInvite, UserType } from "@airlock/contract";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useId, useState } from "react";
import type { SubmitEvent } from "react";
import { asProblem } from "../api/api-problem.ts";
import { DialogFrame } from "../look/dialog-frame.tsx";
import { Icon } from "../look/icon.tsx";
import { tellProblem } from "../messages/tell-problem.ts";
import { useMessages } from "../messages/use-messages.ts";
import { OrganisationField } from "../organisations/organisation-field.tsx";
import type { Choice } from "../table/column.ts";
import { linkFor } from "../session/permissions.ts";
import { useClient, useProfile } from "../session/use-session.ts";
import { emailHint, isEmail } from "./email.ts";
import { UserKind } from "./user-kind.tsx";

interface AddUserDialogProps {
  /** Where a new user belongs unless another organisation is chosen. */
  readonly organisation: Choice;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** A person is invited by mail; a system account is there at once, without keys. */
export function AddUserDialog({ organisation: own, onClose, onAdded }: AddUserDialogProps) {
  const profile = useProfile();
  const client = useClient();
  const messages = useMessages();
  const formId = useId();
  const [type, setType] = useState<UserType>("User");
  const [firstName, setFirstName] = useState("");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [emailAddress, setEmailAddress] = useState("");
  const [organisation, setOrganisation] = useState<Choice | null>(own);
  const [left, setLeft] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [creating, setCreating] = useState(false);

  const isPerson = type === "User";
  const email = emailAddress.trim();
  const emailFault = refused ?? (left && email !== "" && !isEmail(email) ? emailHint : undefined);
  const valid =
    isEmail(email) && organisation !== null && name.trim() !== "" && (!isPerson || firstName.trim() !== "") && refused === undefined;
  const href = isPerson ? linkFor(profile, "user.invite", "POST") : linkFor(profile, "users", "POST");

  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!valid || creating || href === undefined) return;
    setCreating(true);
    const body: UserInvite | SystemAccountCreate = {
      firstName: isPerson ? firstName.trim() : "",
      name: name.trim(),
      type,
      description: isPerson ? "" : description.trim(),
      emailAddress: email,
      organisationWss: organisation.value,
      requestUrl: window.location.origin,
    };
    try {
      await client.request("POST", href, { body });
      messages.success(isPerson ? `An invitation is on its way to ${email}` : `${name.trim()} added`);
      onAdded();
    } catch (error) {
      const { code, description: why, problems } = asProblem(error);
      const atEmail = code === "EMAIL_TAKEN" ? why : problems.find(({ field }) => field === "emailAddress") && emailHint;
      if (atEmail === undefined) tellProblem(messages, error);
      else setRefused(atEmail);
      setCreating(false);
    }
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="Add a user"
      hint={
        <>
          <span className="required-mark">*</span> Required
        </>
      }
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="contained" disabled={!valid || creating}>
            Create
          </Button>
        </>
      }
    >
      <form id={formId} className="user-form" noValidate onSubmit={(event) => void create(event)}>
        <UserKind value={type} onChange={setType} />
        {isPerson ? (
          <div className="user-names">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog starts at its first field. */}
            <TextField label="First name" required autoFocus value={firstName} onChange={(event) => setFirstName(event.target.value)} />
            <TextField label="Last name" required value={name} onChange={(event) => setName(event.target.value)} />
          </div>
        ) : (
          <>
            <TextField label="Name" required value={name} onChange={(event) => setName(event.target.value)} />
            <TextField label="Description" value={description} onChange={(event) => setDescription(event.target.value)} />
          </>
        )}
        <TextField
          label="Email"
          required
          type="email"
          value={emailAddress}
          error={emailFault !== undefined}
          helperText={emailFault ?? (isPerson ? undefined : "Of the people who answer for it")}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            setEmailAddress(event.target.value);
            setRefused(undefined);
          }}
          slotProps={{
            htmlInput: { maxLength: 254, autoComplete: "off" },
            input: emailFault === undefined ? {} : { endAdornment: <Fault /> },
            inputLabel: { shrink: true },
          }}
        />
        <OrganisationField value={organisation} onChange={setOrganisation} />
      </form>
    </DialogFrame>
  );
}

function Fault() {
  return (
    <InputAdornment position="end" className="user-fault">
      <Icon name="error" size={16} />
    </InputAdornment>
  );
}
