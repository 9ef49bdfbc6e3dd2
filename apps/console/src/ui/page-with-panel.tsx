import type { ReactNode } from "react";
import "./page-with-panel.css";

interface PageWithPanelProps {
  readonly className: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A page that shows its opened item in a `docked-panel` beside the list. On a narrow screen the panel covers the page. */
export function PageWithPanel({ className, isOpen, children }: PageWithPanelProps) {
  return <div className={`page-with-panel ${className}${isOpen ? " is-open" : ""}`}>{children}</div>;
}
