import type { ReactNode } from "react";
import { FaultBoundary } from "../../parts/fault/fault-boundary.tsx";
import { ProgressLine } from "../../parts/progress-line.tsx";
import { HeadSlotsProvider } from "./head-slots-provider.tsx";
import { Head } from "./head.tsx";
import { WindowMenu } from "./window-menu.tsx";
import "./shell.css";

/** The frame of an editor in a window of its own: the top bar with the menu drawer, and the page. */
export function WindowFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <HeadSlotsProvider>
      <div className="shell window">
        <header className="top-bar">
          <WindowMenu />
          <Head title={title} />
          <ProgressLine />
        </header>
        <main className="shell-page">
          <FaultBoundary>{children}</FaultBoundary>
        </main>
      </div>
    </HeadSlotsProvider>
  );
}
