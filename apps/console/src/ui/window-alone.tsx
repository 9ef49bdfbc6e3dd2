import type { ReactNode } from "react";

/** A window with one thing in its middle: why there is nothing else, or nothing yet. */
export function WindowAlone({ isWaiting = false, children }: { readonly isWaiting?: boolean; readonly children?: ReactNode }) {
  return (
    <main className="window-alone" {...(isWaiting ? { "aria-busy": true } : {})}>
      {children}
    </main>
  );
}
