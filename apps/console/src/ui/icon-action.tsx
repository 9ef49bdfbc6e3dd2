import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { ComponentProps } from "react";
import { Icon, type IconName, type IconSize } from "./icons/icon.tsx";

interface IconActionProps extends Omit<ComponentProps<typeof IconButton>, "aria-label" | "children"> {
  readonly icon: IconName;
  readonly iconSize?: IconSize;
  /** What the button does. */
  readonly label: string;
  /** In the tooltip, where that can be shorter or must say more than the label. */
  readonly hint?: string;
}

/** A button with an icon only: its tooltip says what it does. */
export function IconAction({ icon, iconSize = 18, label, hint = label, ...button }: IconActionProps) {
  return (
    <Tooltip title={hint}>
      <IconButton aria-label={label} {...button}>
        <Icon name={icon} size={iconSize} />
      </IconButton>
    </Tooltip>
  );
}
