import type { Ref } from "react";
import { Icon, type IconName } from "../../icon.tsx";

interface IconButtonProps {
  /** Read, and shown when pointed at. */
  readonly label: string;
  readonly icon: IconName;
  readonly press: () => void;
  /** Why it is disabled; shown instead of the label. */
  readonly reason?: string | undefined;
  readonly dense?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Stays visible and focusable when it is disabled, so that the reason can be read. */
export function IconButton({ label, icon, press, reason, dense = true, ref }: IconButtonProps) {
  return (
    <button
      type="button"
      ref={ref}
      className={dense ? "ep-icon-button is-dense" : "ep-icon-button"}
      aria-label={label}
      title={reason ?? label}
      aria-disabled={reason !== undefined}
      {...(reason === undefined ? {} : { "aria-description": reason })}
      onClick={() => {
        if (reason === undefined) press();
      }}
    >
      <Icon name={icon} size={dense ? 16 : 18} />
    </button>
  );
}
