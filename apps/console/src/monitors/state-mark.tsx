import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { stateTitles, type MonitorState } from "./monitor-words.ts";

const looks: Readonly<Record<MonitorState, { readonly icon: IconName; readonly tone: "error" | "warning" | "success" | "quiet" }>> = {
  firing: { icon: "error", tone: "error" },
  acknowledged: { icon: "eye", tone: "warning" },
  muted: { icon: "pause", tone: "quiet" },
  normal: { icon: "success", tone: "success" },
  unjudged: { icon: "offline", tone: "warning" },
  waiting: { icon: "clock", tone: "quiet" },
  tooFew: { icon: "minus", tone: "quiet" },
  noHistory: { icon: "clock", tone: "quiet" },
};

/** The state as a shape and a colour. */
export function StateMark({ state }: { readonly state: MonitorState }) {
  const { icon, tone } = looks[state];
  return (
    <span className={`round-mark monitor-mark ${tone}`} title={stateTitles[state]}>
      <Icon name={icon} size={16} />
    </span>
  );
}

export function StateChip({ state }: { readonly state: MonitorState }) {
  const { icon, tone } = looks[state];
  return (
    <span className={`chip ${tone === "quiet" ? "" : tone}`}>
      <Icon name={icon} size={12} />
      {stateTitles[state]}
    </span>
  );
}
