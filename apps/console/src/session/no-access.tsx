import type { IconName } from "../look/icon.tsx";
import { State } from "../look/state.tsx";

interface NoAccessProps {
  readonly icon: IconName;
  /** 'roles' */
  readonly to: string;
}

/** Stands where a screen was that this person may not open, or may no longer. */
export function NoAccess({ icon, to }: NoAccessProps) {
  return (
    <section className="card">
      <State icon={icon} tone="quiet" title={`No access to ${to}`}>
        <p>None of your roles allows you to open this screen. Ask your organisation's administrator.</p>
      </State>
    </section>
  );
}
