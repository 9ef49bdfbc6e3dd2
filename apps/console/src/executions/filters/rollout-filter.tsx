import { FilterMenu } from "../../parts/search/filter-menu.tsx";

interface RolloutFilterProps {
  /** The id of a rollout; only the page of one links to its executions. */
  readonly rollout: string | undefined;
  readonly arm: string | undefined;
  readonly onChange: (change: { readonly rollout: string | undefined; readonly arm: string | undefined }) => void;
}

const arms = [
  { value: "champion", label: "Champion" },
  { value: "challenger", label: "Challenger" },
];
const both = { value: "both", label: "Both versions of one" };

/** Executions while a rollout divided the calls, by which of its versions decided. */
export function RolloutFilter({ rollout, arm, onChange }: RolloutFilterProps) {
  return (
    <FilterMenu
      label="Rollout"
      value={arm ?? (rollout === undefined ? undefined : both.value)}
      choices={rollout === undefined ? arms : [both, ...arms]}
      onChange={(next) => onChange({ rollout: next === undefined ? undefined : rollout, arm: next === both.value ? undefined : next })}
    />
  );
}
