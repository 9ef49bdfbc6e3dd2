import Tooltip from "@mui/material/Tooltip";
import type { KeyboardEvent, PointerEvent } from "react";
import { Icon } from "../../ui/icons/icon.tsx";

/** The id of the explanation of the keys, which all handles share. */
export const gridKeysId = "dashboard-keys";

interface GridHandleProps {
  readonly title: string;
  readonly onDrag: (event: PointerEvent) => void;
  readonly onStep: (step: { readonly dx: number; readonly dy: number; readonly resize: boolean }) => void;
}

const steps: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What a widget is taken by: dragged by a pointer, moved and resized by keys. */
export function GridHandle({ title, onDrag, onStep }: GridHandleProps) {
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onStep({ dx: step[0], dy: step[1], resize: event.shiftKey });
  };
  return (
    <Tooltip title="Drag to move. Arrow keys move, Shift and arrow keys resize.">
      <button
        type="button"
        className="widget-grip"
        aria-label={`Move or resize ${title}`}
        aria-describedby={gridKeysId}
        onPointerDown={onDrag}
        onKeyDown={walk}
      >
        <Icon name="grip" size={16} />
      </button>
    </Tooltip>
  );
}
