import type { ReactNode } from "react";
import type { IconName } from "./icons/icon.tsx";
import { StateArt } from "./state-art.tsx";
import type { Tone } from "./state-art.tsx";

interface StateProps {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** The first step, as buttons. */
  readonly actions?: ReactNode;
  readonly role?: "alert";
}

/** A placeholder for content: nothing yet, no match, or an error. */
export function State({ icon, tone = "primary", title, children, actions, role }: StateProps) {
  return (
    <div className="state" role={role}>
      <StateArt icon={icon} tone={tone} />
      <h2 className="section-title">{title}</h2>
      {children}
      {actions && <div className="state-go">{actions}</div>}
    </div>
  );
}
