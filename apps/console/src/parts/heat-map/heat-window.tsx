import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../../ui/icons/logo.tsx";
import { ProgressLine } from "../progress-line.tsx";
import "../../ui/diagram-window.css";

interface HeatWindowProps {
  /** The list that the logo leads to. */
  readonly home: "/admin/solutions" | "/admin/experiments/configs";
  readonly homeLabel: string;
  /** What the top bar contains. */
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a heat map in a window of its own: the top bar, and the diagram with its details. */
export function HeatWindow({ home, homeLabel, head, children }: HeatWindowProps) {
  return (
    <div className="window-page sd">
      <Link to={home} className="sd-brand" aria-label={homeLabel}>
        <Logo />
        <span>Airlock</span>
      </Link>
      <header className="sd-bar">
        {head}
        <ProgressLine />
      </header>
      {children}
    </div>
  );
}
