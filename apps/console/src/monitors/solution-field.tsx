import type { SolutionFields } from "@airlock/contract";
import TextField from "@mui/material/TextField";
import { useMemo } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import type { ChoiceSearch } from "../parts/list-page/column.ts";
import { ChoiceBox } from "../parts/search/choice-box.tsx";

interface SolutionFieldProps {
  readonly solution: SolutionFields | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** The solution that is watched, found by its name. */
export function SolutionField({ solution, onChange }: SolutionFieldProps) {
  const client = useClient();
  const href = linkFor(useProfile(), "solutions", "GET") ?? "";
  const search = useMemo(
    (): ChoiceSearch => ({
      one: "solution",
      many: "solutions",
      name: ["solutions", href, "choices"],
      find: async (text, signal) => {
        const query = { limit: 20, search: text === "" ? undefined : text };
        const { items } = await client.get("solutions.list", href, { query, signal, background: true, waited: true });
        return items.map(({ _embedded: { webSafeString, name } }) => ({ value: webSafeString, label: name }));
      },
    }),
    [client, href],
  );
  return (
    <ChoiceBox
      // A solution that was chosen from outside is shown when its name is known.
      key={solution?.webSafeString ?? "none"}
      search={search}
      value={solution === undefined ? null : { value: solution.webSafeString, label: solution.name }}
      onChange={(choice) => onChange(choice?.value)}
      openOnFocus
      renderInput={(props) => <TextField {...props} label="Solution" />}
    />
  );
}
