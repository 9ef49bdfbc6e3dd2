import type { ValuesAt } from "@airlock/editor";
import type { Change, Finding } from "@airlock/flow";
import { FieldsPanel, PropertiesPanel } from "@airlock/editor/react";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import type { ReactNode } from "react";
import { counted } from "../../ui/format/numbers.ts";
import { ChangeList } from "../history/change-list.tsx";

export type DetailsTab = "properties" | "application" | "runtime";

interface DetailsProps {
  readonly findings: readonly Finding[];
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  /** Of the last run. */
  readonly values: ValuesAt | undefined;
  /** While two states are compared: what differs. */
  readonly changes: readonly Change[] | undefined;
  /** A field to bring into view, by key. */
  readonly shownField: string | undefined;
  /** The version that callers use now. */
  readonly serving: string | undefined;
  /** The border to drag. */
  readonly children: ReactNode;
}

/** The right drawer with its three tabs. */
export function Details(props: DetailsProps) {
  const { findings, tab, onTab, values, changes, shownField, serving, children } = props;
  if (changes !== undefined) {
    return (
      <aside className="sd-details" aria-label="Changes">
        {children}
        <div className="scroll-rest sd-changes">
          <h2 className="card-title">{counted(changes.length, "change")}</h2>
          <ChangeList changes={changes} />
        </div>
      </aside>
    );
  }
  return (
    <aside className="sd-details" aria-label="Details">
      {children}
      <div className="sd-tabs">
        <Tabs
          className="fill-tabs"
          value={tab}
          onChange={(_event, next: DetailsTab) => onTab(next)}
          aria-label="Details"
          variant="scrollable"
          scrollButtons={false}
        >
          <Tab value="properties" label="Properties" id="sd-tab-properties" aria-controls="sd-details-panel" />
          <Tab value="application" label="Application data fields" id="sd-tab-application" aria-controls="sd-details-panel" />
          <Tab value="runtime" label="Runtime data fields" id="sd-tab-runtime" aria-controls="sd-details-panel" />
        </Tabs>
      </div>
      <div className="scroll-rest" id="sd-details-panel" role="tabpanel" aria-labelledby={`sd-tab-${tab}`}>
        {tab === "properties" ? (
          <PropertiesPanel findings={findings} values={values} />
        ) : (
          <FieldsPanel key={tab} origin={tab} findings={findings} show={shownField} serving={serving} />
        )}
      </div>
    </aside>
  );
}
