import IconButton from "@mui/material/IconButton";
import { Icon } from "./icons/icon.tsx";

interface PanelWalkProps {
  /** What the panel shows one of. */
  readonly noun: string;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly onClose: () => void;
}

/** From what a panel beside a list shows to the one before and the one after it, and back to the list alone. */
export function PanelWalk({ noun, previous, next, onClose }: PanelWalkProps) {
  return (
    <>
      <IconButton size="small" aria-label={`Previous ${noun}`} disabled={previous === undefined} onClick={previous}>
        <Icon name="up" size={16} />
      </IconButton>
      <IconButton size="small" aria-label={`Next ${noun}`} disabled={next === undefined} onClick={next}>
        <Icon name="down" size={16} />
      </IconButton>
      <IconButton size="small" aria-label="Close" onClick={onClose}>
        <Icon name="x" size={16} />
      </IconButton>
    </>
  );
}
