import type { ReactNode } from "react";
import "./airlock-stage.css";

const leftDoor = "M10.1 3.1a9.1 9.1 0 0 0 0 17.8v-4.6a4.7 4.7 0 0 1 0-8.6z";
const rightDoor = "M13.9 3.1a9.1 9.1 0 0 1 0 17.8v-4.6a4.7 4.7 0 0 0 0-8.6z";

/** The background of the sign-in pages: the doors of the airlock, open, or closed when signing in is not possible. */
export function AirlockStage({ shut = false, children }: { readonly shut?: boolean; readonly children: ReactNode }) {
  return (
    <div className="stage">
      <svg className={shut ? "stage-doors shut" : "stage-doors"} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className="stage-left" d={leftDoor} />
        <path className="stage-right" d={rightDoor} />
      </svg>
      {children}
    </div>
  );
}

/** The logo at work: its doors move while something is waited for. */
export function AirlockGate() {
  return (
    <svg className="stage-gate" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className="stage-gate-left logo-door" d={leftDoor} />
      <path className="stage-gate-right logo-door" d={rightDoor} />
      <circle className="logo-heart" cx="12" cy="12" r="2.6" />
    </svg>
  );
}
