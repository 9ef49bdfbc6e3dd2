import type { ReactNode } from "react";
import { FaultBoundary } from "../../parts/fault/fault-boundary.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { HeadPlacesContext } from "../../ui/page-head.tsx";
import { ProgressLine } from "../../parts/progress-line.tsx";
import { useHeadPlaces } from "./use-head-places.ts";
import { WindowMenu } from "./window-menu.tsx";
import "./shell.css";

/** The frame of an editor in a window of its own: the top bar with the menu drawer, and the page. */
export function WindowFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { places, title: pageTitle, setBefore, setAfter } = useHeadPlaces();
  const shown = pageTitle ?? title;
  useTitle(shown);
  return (
    <div className="shell window">
      <header className="top-bar">
        <WindowMenu />
        <div className="top-before" ref={setBefore} />
        <h1 className="clip">{shown}</h1>
        <div className="top-after" ref={setAfter} />
        <ProgressLine />
      </header>
      <main className="shell-page">
        <HeadPlacesContext value={places}>
          <FaultBoundary>{children}</FaultBoundary>
        </HeadPlacesContext>
      </main>
    </div>
  );
}
