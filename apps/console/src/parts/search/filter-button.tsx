import Button from "@mui/material/Button";
import { Icon, type IconName } from "../../ui/icons/icon.tsx";

interface FilterButtonProps {
  /** What it filters by, or what it is set to. */
  readonly label: string;
  readonly isOn: boolean;
  readonly icon?: IconName;
  readonly opens: "menu" | "dialog";
  /** Where its menu or dialog is open. */
  readonly anchor: HTMLElement | null;
  readonly onOpen: (anchor: HTMLElement) => void;
}

/** The button of one filter of a list. */
export function FilterButton({ label, isOn, icon = "filter", opens, anchor, onOpen }: FilterButtonProps) {
  return (
    <Button
      size="small"
      color={isOn ? "primary" : "inherit"}
      className={isOn ? "filter on" : "filter"}
      startIcon={<Icon name={icon} size={14} />}
      aria-haspopup={opens}
      aria-expanded={anchor !== null}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <span className="clip">{label}</span>
    </Button>
  );
}
