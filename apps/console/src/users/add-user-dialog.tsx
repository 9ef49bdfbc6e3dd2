import type { SystemAccountCreate, UserInvite, UserType } from "@airlock/contract";
import { invitationDays } from "@airlock/contract/invitation-limits";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { asProblem } from "../api/api-problem.ts";
import { FormDialog } from "../ui/dialogs/form-dialog.tsx";
import { focusWhenShown } from "../ui/dialogs/focus-when-shown.ts";
import { RequiredHint } from "../ui/dialogs/required-hint.tsx";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { tellProblem } from "../api/tell-problem.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { OrganisationField } from "../parts/search/organisation-field.tsx";
import type { Choice } from "../parts/list-page/column.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { emailHint, isEmail } from "./email.ts";
import { GivenField } from "./given-field.tsx";
import { InvitationFields } from "./invitation-fields.tsx";
import { isComplete, peopleIn } from "./invited-people.ts";
import type { InvitedPerson } from "./invited-people.ts";
import { InvitedRows } from "./invited-rows.tsx";
import { whyNotNote } from "./invitation-note.ts";
import { useGivenChoices } from "./use-given-choices.ts";
import { UserKind } from "./user-kind.tsx";

interface AddUserDialogProps {
  /** Where a new user belongs unless another organisation is chosen. */
  readonly organisation: Choice;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** One user is invited by mail, or several whose addresses were pasted; a system account is created at once, without keys. */
export function AddUserDialog({ organisation: own, onClose, onAdded }: AddUserDialogProps) {
  const profile = useProfile();
  const client = useClient();
  const messages = useMessages();
  const [type, setType] = useState<UserType>("User");
  const [firstName, setFirstName] = useState("");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [emailAddress, setEmailAddress] = useState("");
  const [organisation, setOrganisation] = useState<Choice | null>(own);
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [groups, setGroups] = useState<readonly string[]>([]);
  const [days, setDays] = useState(invitationDays);
  const [note, setNote] = useState("");
  const [several, setSeveral] = useState<readonly InvitedPerson[]>();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [left, setLeft] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [creating, setCreating] = useState(false);
  const given = useGivenChoices(organisation?.value);

  const isPerson = type === "User";
  const people = isPerson ? several : undefined;
  const email = emailAddress.trim();
  const emailFault = refused ?? (left && email !== "" && !isEmail(email) ? emailHint : undefined);
  const oneValid = isEmail(email) && name.trim() !== "" && (!isPerson || firstName.trim() !== "") && refused === undefined;
  const noteFault = isPerson ? whyNotNote(note) : undefined;
  const valid =
    organisation !== null && noteFault === undefined && (people === undefined ? oneValid : people.length > 0 && people.every(isComplete));
  const href = isPerson ? linkFor(profile, "user.invite", "POST") : linkFor(profile, "users", "POST");

  const onEmail = (text: string) => {
    const found = isPerson ? peopleIn(text) : [];
    if (found.length > 1) setSeveral(found);
    else setEmailAddress(text);
    setRefused(undefined);
  };
  const invitation = (person: InvitedPerson, organisationWss: string): UserInvite => ({
    type: "User",
    firstName: person.firstName.trim(),
    name: person.name.trim(),
    description: "",
    emailAddress: person.emailAddress,
    organisationWss,
    requestUrl: window.location.origin,
    roles: [...roles],
    groups: [...groups],
    expiresInDays: days,
    note: note.trim(),
  });
  const createOne = async (at: string, organisationWss: string) => {
    const account: SystemAccountCreate = {
      type: "System account",
      firstName: "",
      name: name.trim(),
      description: description.trim(),
      emailAddress: email,
      organisationWss,
      roles: [...roles],
    };
    try {
      if (isPerson) await client.post("users.invite", at, { body: invitation({ emailAddress: email, firstName, name }, organisationWss) });
      else await client.post("users.create", at, { body: account });
      messages.success(isPerson ? `An invitation is on its way to ${email}` : `${name.trim()} added`);
      onAdded();
    } catch (error) {
      const { code, description: why, problems } = asProblem(error);
      const atEmail = code === "EMAIL_TAKEN" ? why : problems.find(({ field }) => field === "emailAddress") && emailHint;
      if (atEmail === undefined) tellProblem(messages, error);
      else setRefused(atEmail);
    }
  };
  /** One call for each user: those that were refused stay, with the reason. */
  const inviteAll = async (at: string, organisationWss: string, all: readonly InvitedPerson[]) => {
    const reasons = new Map<string, string>();
    for (const person of all) {
      try {
        await client.post("users.invite", at, { body: invitation(person, organisationWss) });
      } catch (error) {
        reasons.set(person.emailAddress, asProblem(error).description);
      }
    }
    const sent = all.length - reasons.size;
    if (sent > 0) messages.success(`${counted(sent, "invitation")} sent`);
    if (reasons.size === 0) return onAdded();
    setSeveral(all.filter(({ emailAddress: address }) => reasons.has(address)));
    setRefusals(reasons);
  };
  const create = async () => {
    if (!valid || creating || href === undefined) return;
    setCreating(true);
    await (people === undefined ? createOne(href, organisation.value) : inviteAll(href, organisation.value, people));
    setCreating(false);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Add a user"
      width={people === undefined ? 520 : 680}
      hint={<RequiredHint />}
      onSubmit={() => void create()}
      submitLabel={people === undefined ? "Create" : `Send ${counted(people.length, "invitation")}`}
      canSubmit={valid && !creating}
      formClass="user-form"
    >
      <UserKind value={type} onChange={setType} />
      {people === undefined ? (
        <>
          {isPerson ? (
            <div className="user-names">
              <TextField
                label="First name"
                required
                inputRef={focusWhenShown}
                value={firstName}
                onChange={(event) => setFirstName(event.target.value)}
              />
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
            type={isPerson ? "text" : "email"}
            value={emailAddress}
            error={emailFault !== undefined}
            helperText={emailFault ?? (isPerson ? "Paste several addresses to invite several users" : "Contact for the team responsible")}
            onBlur={() => setLeft(true)}
            onPaste={(event) => {
              // A single-line field would drop the line breaks that separate them.
              const text = event.clipboardData.getData("text");
              if (!isPerson || peopleIn(text).length < 2) return;
              event.preventDefault();
              onEmail(text);
            }}
            onChange={(event) => onEmail(event.target.value)}
            slotProps={{
              htmlInput: { inputMode: "email", autoComplete: "off" },
              input: emailFault === undefined ? {} : { endAdornment: <Fault /> },
              inputLabel: { shrink: true },
            }}
          />
        </>
      ) : (
        <InvitedRows people={people} refusals={refusals} onChange={(next) => setSeveral(next.length === 0 ? undefined : next)} />
      )}
      <OrganisationField
        value={organisation}
        onChange={(chosen) => {
          setOrganisation(chosen);
          // Roles and groups are of one organisation.
          setRoles([]);
          setGroups([]);
        }}
      />
      <div className="user-names">
        {given.roles && <GivenField label="Roles" choices={given.roles} value={roles} onChange={setRoles} />}
        {isPerson && given.groups && <GivenField label="Groups" choices={given.groups} value={groups} onChange={setGroups} />}
      </div>
      {isPerson && <InvitationFields days={days} onDays={setDays} note={note} onNote={setNote} />}
    </FormDialog>
  );
}

function Fault() {
  return (
    <InputAdornment position="end" className="user-fault">
      <Icon name="error" size={16} />
    </InputAdornment>
  );
}
