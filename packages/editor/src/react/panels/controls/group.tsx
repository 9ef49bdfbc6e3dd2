import type { KeyboardEvent, ReactNode } from "react";

interface GroupProps {
  /** "Condition 1" */
  readonly label: string;
  readonly className: string;
  /** The indentation, in pixels. */
  readonly indent?: number;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** The controls of one row, as a group for screen readers. */
export function Group({ label, className, indent = 0, onKeyDown, children }: GroupProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that do what a button inside does.
    <fieldset
      aria-label={label}
      className={`ep-group ${className}`}
      style={indent === 0 ? {} : { marginLeft: indent }}
      onKeyDown={onKeyDown}
    >
      {children}
    </fieldset>
  );
}
