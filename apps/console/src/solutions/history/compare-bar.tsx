import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { Icon } from "../../ui/icons/icon.tsx";
import { nowKey, type Compare } from "./use-compare.ts";
import { IconAction } from "../../ui/icon-action.tsx";

/** Over the diagram while two states are compared: which two, and how much differs. */
export function CompareBar({ compare }: { readonly compare: Compare }) {
  const { pair, marks, states } = compare;
  if (!pair) return null;
  const count = (kind: string) => [...(marks?.values() ?? [])].filter((mark) => mark === kind).length;
  const select = (side: "from" | "to", label: string) => {
    const { key, name } = pair[side];
    const isListed = key === nowKey || states.some((state) => state.key === key);
    return (
      <Select
        size="small"
        className="sd-select"
        value={key}
        inputProps={{ "aria-label": label }}
        onChange={(event) => void compare.choose(side, event.target.value)}
      >
        <MenuItem value={nowKey}>Now</MenuItem>
        {!isListed && <MenuItem value={key}>{name}</MenuItem>}
        {states.map((state) => (
          <MenuItem key={state.key} value={state.key}>
            {state.name}
            {state.isServing ? " (serving)" : ""}
          </MenuItem>
        ))}
      </Select>
    );
  };
  return (
    <section className="sd-pill sd-compare" aria-label="Compare">
      {select("from", "Compare from")}
      <Icon name="forward" size={16} />
      {select("to", "Compare to")}
      <output className="sd-differs">
        <span className="added">{count("added")} added</span>
        <span className="removed">{count("removed")} removed</span>
        <span className="changed">{count("changed")} changed</span>
      </output>
      <IconAction icon="x" iconSize={16} label="End comparing" hint="End comparing (Esc)" size="small" onClick={compare.end} />
    </section>
  );
}
