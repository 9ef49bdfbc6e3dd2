import { Icon } from "../../ui/icons/icon.tsx";
import "./heat-tool.css";

interface HeatToolProps {
  readonly isOn: boolean;
  readonly onPress: () => void;
  /** Why it cannot be used now. */
  readonly why?: string | undefined;
}

/** At the end of the canvas's toolbar. */
export function HeatTool({ isOn, onPress, why }: HeatToolProps) {
  return (
    <button
      type="button"
      className={`cv-textbutton heat-tool${isOn ? " is-on" : ""}`}
      aria-pressed={isOn}
      disabled={why !== undefined}
      title={why ?? "Heat map of a version"}
      onClick={onPress}
    >
      <Icon name="bolt" size={16} />
      Heat map
    </button>
  );
}
