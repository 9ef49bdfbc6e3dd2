import { useId } from "react";
import type { ReactNode } from "react";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";

interface ChoiceProps {
  readonly label: string;
  readonly quiet?: boolean;
  readonly value: string;
  readonly choose: (value: string) => void;
  /** Options as elements, for groups and for texts that are not the value. */
  readonly children: ReactNode;
  readonly mono?: boolean;
  readonly invalid?: boolean;
  /** Drawn over the select in place of the chosen text. */
  readonly chip?: ReactNode;
  /** Without the arrow, where there is no room for it. */
  readonly bare?: boolean;
  readonly place?: string;
  readonly describedBy?: string;
}

/** The browser's own select: quick with a thousand rows, known to every keyboard and screen reader. */
export function Choice(props: ChoiceProps) {
  const { label, quiet = false, value, choose, children, mono = false, invalid = false, chip, bare = false, place, describedBy } = props;
  const { readOnly } = useSurroundings();
  const id = useId();
  const classes = ["ep-select", mono ? "mono" : "", bare ? "is-bare" : "", chip === undefined ? "" : "has-chip"];
  const select = (
    <span className={classes.filter((name) => name !== "").join(" ")}>
      {chip}
      <select
        id={id}
        {...(quiet ? { "aria-label": label } : {})}
        {...(place === undefined ? {} : { "data-place": place })}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        value={value}
        disabled={readOnly}
        aria-invalid={invalid}
        onChange={(event) => choose(event.target.value)}
      >
        {children}
      </select>
      {!bare && <Icon name="down" size={14} />}
    </span>
  );
  if (quiet) return select;
  return (
    <div className="ep-field">
      <label htmlFor={id}>{label}</label>
      {select}
    </div>
  );
}

/** Options whose text is their value. */
export function options(values: readonly string[]): ReactNode {
  return values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));
}
