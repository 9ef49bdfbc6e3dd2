import { Icon } from "./icons/icon.tsx";
import type { IconName } from "./icons/icon.tsx";
import "./state.css";

export type Tone = "primary" | "error" | "quiet";

/** The tile above an empty, failed or missing thing. */
export function StateArt({ icon, tone = "primary" }: { readonly icon: IconName; readonly tone?: Tone }) {
  return (
    <div className={`state-art ${tone}`}>
      <Icon name={icon} size={28} />
    </div>
  );
}
