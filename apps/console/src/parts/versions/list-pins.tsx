import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Solution } from "./resources.ts";
import { useSavedDefinition } from "./use-saved-definition.ts";

interface UsedList {
  readonly id: string;
  readonly name: string;
  /** The number of the version in effect; undefined where this user may not see lists. */
  readonly inEffect: number | undefined;
}

/** The lists that the saved flow of a solution uses. */
export function useUsedLists(solution: Solution): readonly UsedList[] {
  const address = linkFor(useProfile(), "lists", "GET");
  const used = useSavedDefinition(solution)?.lists ?? [];
  const { data } = useAllPages("lists.list", {
    queryKey: ["lists", "pinned", address],
    href: used.length === 0 ? undefined : address,
    staleTime: 0,
  });
  return used.map(({ listId, name }) => {
    const known = data?.items.find(({ _embedded }) => _embedded.webSafeString === listId)?._embedded;
    return { id: listId, name: known?.name ?? name, inEffect: known?.inEffect?.number };
  });
}

interface ListPinsProps {
  readonly lists: readonly UsedList[];
  readonly pinned: readonly string[];
  readonly onChange: (pinned: readonly string[]) => void;
}

/** For each list, whether the version follows it or pins what is in effect now. */
export function ListPins({ lists, pinned, onChange }: ListPinsProps) {
  if (lists.length === 0) return null;
  const choose = (id: string, isPinned: boolean) => onChange([...pinned.filter((one) => one !== id), ...(isPinned ? [id] : [])]);
  return (
    <div className="stack gap-8 size-13">
      <b>Lists</b>
      <ul className="nv-pinned" aria-label="Lists that the version uses">
        {lists.map(({ id, name, inEffect }) => (
          <li className="row" key={id}>
            <Icon name="kind-lookup" size={14} />
            <span className="nv-list">{name}</span>
            <Select
              size="small"
              className="nv-pin"
              value={pinned.includes(id) ? "pins" : "follows"}
              onChange={(event) => choose(id, event.target.value === "pins")}
              inputProps={{ "aria-label": `How the version uses ${name}` }}
            >
              <MenuItem value="follows">Follow</MenuItem>
              <MenuItem value="pins">{inEffect === undefined ? "Pin" : `Pin version ${inEffect}`}</MenuItem>
            </Select>
          </li>
        ))}
      </ul>
      <p className="faint">New versions of a followed list take effect without a release. A pinned list does not change.</p>
    </div>
  );
}
