import type { ReactNode } from "react";
import "./status-pill.css";

export type Status = "serving" | "stopped" | "not-deployed" | "error" | "training" | "trained" | "configuring" | "waiting";

/** One table of looks: a meaning always has a shape beside its colour. */
const shapes: Record<Status, ReactNode> = {
  serving: (
    <>
      <circle cx="5" cy="5" r="3" />
      <circle cx="5" cy="5" r="5" opacity="0.28" />
    </>
  ),
  stopped: <path d="M2 1h2.2v8H2zM5.8 1H8v8H5.8z" />,
  "not-deployed": <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.2 1.6" />,
  error: (
    <>
      <path d="M3 0h4l3 3v4l-3 3H3L0 7V3z" />
      <path className="status-mark" d="M5 2.4v3.1M5 7.2v.5" />
    </>
  ),
  /** Anything that is in progress. */
  training: (
    <>
      <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.8" opacity="0.28" />
      <path className="status-turns" d="M5 1a4 4 0 0 1 4 4" fill="none" stroke="currentColor" strokeWidth="1.8" />
    </>
  ),
  /** Anything that is done. */
  trained: <path d="m1 5.4 2.8 2.8L9.2 2.4" fill="none" stroke="currentColor" strokeWidth="2" />,
  configuring: (
    <>
      <circle cx="1.4" cy="5" r="1.3" />
      <circle cx="5" cy="5" r="1.3" />
      <circle cx="8.6" cy="5" r="1.3" />
    </>
  ),
  waiting: <path d="M5 1.2v4l2.4 1.8" fill="none" stroke="currentColor" strokeWidth="1.8" />,
};

export function StatusPill({ status, children }: { readonly status: Status; readonly children: ReactNode }) {
  return (
    <span className={`status ${status}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        {shapes[status]}
      </svg>
      {children}
    </span>
  );
}
