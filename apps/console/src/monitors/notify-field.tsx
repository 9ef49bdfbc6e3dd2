import type { MonitorFields } from "@airlock/contract";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import { useMemo, useState } from "react";
import { fullName } from "../ui/format/initials.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import type { ChoiceSearch } from "../parts/list-page/column.ts";
import { ChoiceBox } from "../parts/search/choice-box.tsx";
import { Icon } from "../ui/icons/icon.tsx";

type Notify = MonitorFields["notify"];

interface NotifyFieldProps {
  readonly notify: Notify;
  readonly onChange: (notify: Notify) => void;
}

/** Users and groups that get mail. */
export function NotifyField({ notify, onChange }: NotifyFieldProps) {
  const search = useNotifySearch();
  // A box that has chosen begins again.
  const [times, setTimes] = useState(0);
  if (search === undefined && notify.length === 0) return null;
  return (
    <>
      {search !== undefined && (
        <ChoiceBox
          key={times}
          search={search}
          value={null}
          onChange={(choice) => {
            setTimes(times + 1);
            const [kind, webSafeString = ""] = choice?.value.split(" ") ?? [];
            const isKnown = notify.some((one) => one.webSafeString === webSafeString);
            if (choice === null || isKnown) return;
            onChange([...notify, { kind: kind === "group" ? "group" : "user", webSafeString, name: choice.label }]);
          }}
          renderInput={(props) => <TextField {...props} label="Notify by email" placeholder="Add a user or a group" />}
        />
      )}
      {notify.length > 0 && (
        <fieldset className="button-row" aria-label="Notified">
          {notify.map((one) => (
            <Chip
              key={one.webSafeString}
              size="small"
              icon={<Icon name={one.kind === "group" ? "groups" : "user"} size={14} />}
              label={one.name}
              onDelete={() => onChange(notify.filter((other) => other !== one))}
              deleteIcon={<Icon name="x" size={12} />}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Users and groups of the organisation; undefined for a user who may list neither. */
function useNotifySearch(): ChoiceSearch | undefined {
  const client = useClient();
  const profile = useProfile();
  const [users, groups] = [linkFor(profile, "users", "GET"), linkFor(profile, "groups", "GET")];
  const { organisationWss } = profile._embedded;
  return useMemo(
    () =>
      users === undefined && groups === undefined
        ? undefined
        : {
            one: "user or group",
            many: "users and groups",
            name: ["notified", organisationWss, "choices"],
            find: async (text, signal) => {
              const query = { limit: 20, organisationWss, search: text === "" ? undefined : text };
              const options = { query, signal, background: true, waited: true } as const;
              const [people, teams] = await Promise.all([
                users === undefined ? [] : client.get("users.list", users, options).then(({ items }) => items),
                groups === undefined ? [] : client.get("groups.list", groups, options).then(({ items }) => items),
              ]);
              return [
                ...teams.map(({ _embedded: { webSafeString, name } }) => ({ value: `group ${webSafeString}`, label: name, note: "Group" })),
                ...people
                  .filter(({ _embedded: { type } }) => type === "User")
                  .map(({ _embedded: { webSafeString, firstName, name, emailAddress } }) => ({
                    value: `user ${webSafeString}`,
                    label: fullName(firstName, name),
                    note: emailAddress,
                  })),
              ];
            },
          },
    [client, users, groups, organisationWss],
  );
}
