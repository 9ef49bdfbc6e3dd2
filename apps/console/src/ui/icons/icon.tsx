import { iconId } from "./mount-icons.ts";

/** One symbol of `icons.svg`. */
export type IconName =
  | "account"
  | "api"
  | "back"
  | "bell"
  | "bolt"
  | "bucket"
  | "calendar"
  | "chart"
  | "check"
  | "clock"
  | "collapse"
  | "copy"
  | "dashboard"
  | "datasources"
  | "down"
  | "download"
  | "error"
  | "executions"
  | "experiments"
  | "external"
  | "eye"
  | "file"
  | "filter"
  | "fit"
  | "flag"
  | "forward"
  | "fullscreen"
  | "grip"
  | "groups"
  | "hash"
  | "help"
  | "info"
  | "key"
  | "kind-calculation"
  | "kind-easy-rule"
  | "kind-end"
  | "kind-list-score"
  | "kind-lookup"
  | "kind-prediction"
  | "kind-range-score"
  | "kind-set-state"
  | "kind-start"
  | "kind-web-call"
  | "layout"
  | "left"
  | "link"
  | "lists"
  | "lock"
  | "logo"
  | "logout"
  | "mail"
  | "menu"
  | "minus"
  | "monitor"
  | "moon"
  | "more"
  | "offline"
  | "organisations"
  | "pause"
  | "pencil"
  | "pin"
  | "play"
  | "plus"
  | "predictions"
  | "redo"
  | "refresh"
  | "right"
  | "rocket"
  | "roles"
  | "save"
  | "search"
  | "solutions"
  | "sort-down"
  | "sort-up"
  | "stop"
  | "success"
  | "sun"
  | "table"
  | "test"
  | "text"
  | "thresholds"
  | "trash"
  | "undo"
  | "up"
  | "upload"
  | "user"
  | "users"
  | "version"
  | "warning"
  | "x"
  | "zoom-in"
  | "zoom-out";

export type IconSize = 10 | 12 | 14 | 16 | 18 | 20 | 24 | 28;

/** Strokes get heavier as icons get smaller, so that all weigh the same to the eye. */
export const iconStrokes: Record<IconSize, number> = { 10: 3, 12: 2.4, 14: 2, 16: 1.9, 18: 1.75, 20: 1.75, 24: 1.6, 28: 1.5 };

interface IconProps {
  readonly name: IconName;
  readonly size?: IconSize;
  readonly className?: string;
}

/** Always decoration: the control around it carries the name. */
export function Icon({ name, size = 18, className }: IconProps) {
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      width={size}
      height={size}
      strokeWidth={iconStrokes[size]}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`#${iconId(name)}`} />
    </svg>
  );
}
