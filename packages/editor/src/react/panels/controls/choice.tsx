import { useId, useRef, useState } from "react";
import type { ReactNode, SelectHTMLAttributes } from "react";
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
  /** Drawn over the text of the chosen option. */
  readonly chip?: ReactNode;
  /** Without the arrow, where there is no room for it. */
  readonly bare?: boolean;
  readonly place?: string;
  readonly describedBy?: string;
  /** Every choice adds something, so that letters and arrows, which choose in a closed list too, add only by Enter. */
  readonly adds?: boolean;
}

/** The browser's own select: fast with a thousand rows, and accessible by keyboard and screen reader. */
export function Choice(props: ChoiceProps) {
  const { label, quiet = false, value, choose, children, mono = false, invalid = false, chip, bare = false, place, describedBy } = props;
  const { adds = false } = props;
  const { readOnly } = useSurroundings();
  const id = useId();
  const byEnter = useAddByEnter(choose);
  const classes = ["ep-select", mono ? "mono" : "", bare ? "is-bare" : "", chip === undefined ? "" : "has-chip"];
  const select = (
    <span className={classes.filter((name) => name !== "").join(" ")}>
      {chip}
      <select
        id={id}
        {...(quiet ? { "aria-label": label } : {})}
        {...(place === undefined ? {} : { "data-place": place })}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        disabled={readOnly}
        aria-invalid={invalid}
        {...(adds ? byEnter : { value, onChange: (event) => choose(event.target.value) })}
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

/** A choice by a letter or an arrow of a closed list is only shown, until Enter. */
function useAddByEnter(add: (value: string) => void): SelectHTMLAttributes<HTMLSelectElement> {
  const [shown, setShown] = useState("");
  const isByKey = useRef(false);
  const finish = (value: string) => {
    setShown("");
    add(value);
  };
  return {
    value: shown,
    onPointerDown: () => {
      isByKey.current = false;
    },
    onKeyDown: (event) => {
      const { key, altKey, currentTarget } = event;
      // Alt with an arrow and the space bar open the list, in which Enter chooses.
      isByKey.current = !altKey && key !== " " && key !== "Enter";
      if (key !== "Enter" || currentTarget.value === "") return;
      event.preventDefault();
      finish(currentTarget.value);
    },
    onChange: ({ currentTarget: { value } }) => (isByKey.current ? setShown(value) : finish(value)),
    onBlur: () => setShown(""),
  };
}

/** Options whose text is their value. */
export function options(values: readonly string[]): ReactNode {
  return values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));
}
