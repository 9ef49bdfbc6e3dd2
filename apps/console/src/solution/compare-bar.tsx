import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { Icon } from "../look/icon.tsx";
import { nowKey, type Compare } from "./use-compare.ts";

/** Over the diagram while two states are compared: which two, and how much differs. */
export function CompareBar({ compare }: { readonly compare: Compare }) {
  const { pair, marks, states } = compare;
  if (!pair) return null;
  const count = (kind: string) => [...(marks?.values() ?? [])].filter((mark) => mark === kind).length;
  const select = (side: "from" | "to", label: string) => {
    const { key, name } = pair[side];
    const isListed = key === nowKey || states.some((state) => state.key === key);
    return (
      <select className="sd-select" aria-label={label} value={key} onChange={(event) => void compare.choose(side, event.target.value)}>
        <option value={nowKey}>Now</option>
        {!isListed && <option value={key}>{name}</option>}
        {states.map((state) => (
          <option key={state.key} value={state.key}>
            {state.name}
            {state.isServing ? " (serving)" : ""}
          </option>
        ))}
      </select>
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
      <Tooltip title="End comparing">
        <IconButton size="small" aria-label="End comparing" onClick={compare.end}>
          <Icon name="x" size={16} />
        </IconButton>
      </Tooltip>
    </section>
  );
}
