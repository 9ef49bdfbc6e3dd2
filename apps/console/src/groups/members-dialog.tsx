import type { MemberFields } from "@airlock/contract";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { Icon } from "../ui/icons/icon.tsx";
import { call } from "../api/call.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { useAllPages } from "../api/use-all-pages.ts";
import { useFound } from "../parts/search/use-found.ts";
import type { SetChange, SetLine } from "./set-changes.ts";
import { SetDialog } from "./set-dialog.tsx";
import type { Group } from "./use-groups.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

interface MembersDialogProps {
  readonly group: Group;
  readonly onClose: () => void;
}

const lineOf = ({ webSafeString, firstName, name, emailAddress }: MemberFields, held: boolean): SetLine => ({
  key: webSafeString,
  name: `${firstName} ${name}`.trim(),
  note: emailAddress,
  held,
});

/** The members of a group. Users of its organisation are found by name and added. */
export function MembersDialog({ group, onClose }: MembersDialogProps) {
  const client = useClient();
  const href = linkFor(group, "members", "GET");
  const member = group._links["member"];
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<readonly SetLine[]>([]);
  const query = useAllPages("group.members.list", {
    queryKey: ["group-members", href],
    href,
    isForeground: true,
  });
  const members = query.data?.items.map((item): SetLine => ({
    ...lineOf(item._embedded, true),
    ...(member === undefined || linkFor(item, "member", "DELETE") !== undefined
      ? {}
      : { fixed: "Holds permissions that you do not hold, so you cannot remove them." }),
  }));
  const isMember = (key: string) => members?.some((line) => line.key === key) ?? false;
  const lines = members && [...picked.filter((line) => !isMember(line.key)), ...members];
  const change = (kind: SetChange["kind"], userId: string) => {
    const listed = query.data?.items.find(({ _embedded }) => _embedded.webSafeString === userId);
    return kind === "add"
      ? call(client, "group.member.add", group, { values: { userId } })
      : call(client, "group.member.remove", listed, { values: { userId } });
  };
  const mayChange = member?.allow.includes("POST") ?? false;
  const pick = (line: SetLine) => {
    if (isMember(line.key) || picked.some((one) => one.key === line.key)) return;
    setPicked([line, ...picked]);
    setFlipped(new Set([...flipped, line.key]));
  };
  return (
    <SetDialog
      title={`Members of ${nameOf(group)}`}
      subtitle="Members hold the group's roles besides their own."
      noun={{ one: "member", many: "members" }}
      lines={lines}
      error={query.error}
      onRetry={() => void query.refetch()}
      flipped={flipped}
      onFlip={setFlipped}
      onChange={mayChange ? change : undefined}
      none="No members yet. Find someone above."
      onClose={onClose}
    >
      {mayChange && <PersonField key={keyOf(group)} organisationWss={group._embedded.organisationWss} onPick={pick} />}
    </SetDialog>
  );
}

interface PersonFieldProps {
  readonly organisationWss: string;
  readonly onPick: (line: SetLine) => void;
}

const textOf = ({ name, note }: SetLine): string => `${name} ${note}`;

/** Searches on the server, because an organisation may have thousands of users. */
function PersonField({ organisationWss, onPick }: PersonFieldProps) {
  const client = useClient();
  const href = linkFor(useProfile(), "users", "GET");
  const [typed, setTyped] = useState("");
  const find = async (text: string, signal: AbortSignal) => {
    const query = { limit: 50, organisationWss, search: text === "" ? undefined : text };
    const { items } = await client.get("users.list", href ?? "", { query, signal, background: true, waited: true });
    return items.filter(({ _embedded }) => _embedded.organisationWss === organisationWss).map(({ _embedded }) => lineOf(_embedded, false));
  };
  const name = href === undefined ? undefined : ["users", href, "choices", organisationWss];
  const { found, isFetching, isError } = useFound({ name, find, textOf }, typed.trim());
  if (href === undefined) return <p className="helper">Adding members needs the permission users.list.</p>;
  return (
    <Autocomplete
      options={found}
      value={null}
      blurOnSelect
      clearOnBlur
      inputValue={typed}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, line) => {
        if (line) onPick(line);
        setTyped("");
      }}
      // The server has searched already.
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ key }) => key}
      renderOption={({ key, ...option }, line) => (
        <li key={key} {...option}>
          <span className="grow">
            {line.name}
            <br />
            <small className="faint">{line.note}</small>
          </span>
        </li>
      )}
      loading={isFetching}
      loadingText="Searching users"
      noOptionsText="No user with this name in this organisation"
      popupIcon={<Icon name="down" size={16} />}
      renderInput={(parameters) => <TextField {...parameters} label="Add a member" placeholder="Name or email" error={isError} />}
    />
  );
}
