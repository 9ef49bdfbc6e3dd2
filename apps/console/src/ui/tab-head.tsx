import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import type { ReactNode } from "react";
import "./tab-head.css";

interface TabHeadProps<Name extends string> {
  readonly label: string;
  /** A badge is how many things are behind the tab. */
  readonly tabs: readonly { readonly name: Name; readonly title: string; readonly badge?: string | undefined }[];
  readonly value: Name;
  readonly onChange: (name: Name) => void;
  /** The buttons at the right; the solid one last. */
  readonly actions?: ReactNode;
}

/** The row of tabs and buttons under the top bar of an editor. What a tab shows is a `TabPanel` of the same name. */
export function TabHead<Name extends string>({ label, tabs, value, onChange, actions }: TabHeadProps<Name>) {
  return (
    <div className="tab-head">
      <Tabs
        value={value}
        onChange={(_event, next: Name) => onChange(next)}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        className="fill-tabs tab-head-tabs"
      >
        {tabs.map(({ name, title, badge }) => (
          <Tab
            key={name}
            value={name}
            label={
              badge === undefined ? (
                title
              ) : (
                <span>
                  {title} <span className="tab-badge num">{badge}</span>
                </span>
              )
            }
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
          />
        ))}
      </Tabs>
      {actions !== undefined && <div className="tab-head-actions">{actions}</div>}
    </div>
  );
}

/** What the chosen tab shows. */
export function TabPanel({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex-column tab-panel" role="tabpanel" id={`panel-${name}`} aria-labelledby={`tab-${name}`}>
      {children}
    </div>
  );
}
