import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import { Icon, type IconName } from "../../ui/icons/icon.tsx";

interface ActionButtonProps {
  readonly icon: IconName;
  readonly text: string;
  /** Why it cannot be pressed now. */
  readonly why: string | undefined;
  readonly run: () => unknown;
}

/** Stays visible when it is disabled, and shows the reason. */
export function ActionButton({ icon, text, why, run }: ActionButtonProps) {
  return (
    <Tooltip title={why ?? ""}>
      <span>
        <Button
          variant="outlined"
          disabled={why !== undefined}
          startIcon={<Icon name={icon} size={16} />}
          onClick={() => void run()}
          {...(why === undefined ? {} : { "aria-description": why })}
        >
          {text}
        </Button>
      </span>
    </Tooltip>
  );
}
