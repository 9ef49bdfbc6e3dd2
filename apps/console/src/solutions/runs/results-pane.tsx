import { formatNumber } from "@airlock/flow/locale";
import type { Editor } from "@airlock/editor";
import { EditorContext, findingCount, MessagesPanel, MessagesSummary, type EditorSurroundings } from "@airlock/editor/react";
import type { Finding } from "@airlock/flow";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { RuntimeVerification } from "./runtime-verification.tsx";
import { Splitter } from "../editor/splitter.tsx";
import { TestCases } from "./test-cases.tsx";
import { useEditorValue } from "../editor/use-editor-part.ts";
import type { Cases } from "./use-cases.ts";
import type { Execution } from "./use-execution.ts";
import type { PaneState } from "../editor/use-panes.ts";
import { IconAction } from "../../ui/icon-action.tsx";

export type ResultsTab = "messages" | "verification" | "cases";

interface ResultsPaneProps {
  readonly editor: Editor;
  readonly tab: ResultsTab;
  readonly onTab: (tab: ResultsTab) => void;
  readonly findings: readonly Finding[];
  readonly panes: PaneState;
  readonly execution: Execution;
  readonly cases: Cases;
  readonly mayEdit: boolean;
  /** The surroundings of the solution's own editor: while two states are compared, the canvas shows another one. */
  readonly surroundings: EditorSurroundings;
  readonly onOpenField: (origin: "application" | "runtime", key: string) => void;
  readonly onOpenProperties: () => void;
}

/** Below the canvas: the findings of the validator, a run with test data, and the saved cases. */
export function ResultsPane(props: ResultsPaneProps) {
  const { editor, tab, onTab, findings, panes, execution, cases, mayEdit, surroundings, onOpenField, onOpenProperties } = props;
  const count = useEditorValue(editor, ({ document }) => document.testCases.length);
  const folded = panes.isFolded("results");
  const hasErrors = findings.some(({ level }) => level === "error");
  // What is folded away cannot be pointed at.
  const controls = folded ? {} : { "aria-controls": "sd-results-panel" };
  const label = folded ? "Show results" : "Hide results";
  return (
    <EditorContext value={surroundings}>
      <section
        className={folded ? "sd-results folded" : "sd-results"}
        aria-label="Results"
        style={folded ? {} : { height: panes.isNarrow ? "50dvh" : panes.sizes.results }}
      >
        {!folded && !panes.isNarrow && <Splitter pane="results" label="Height of the results" panes={panes} />}
        <div className="sd-tabs">
          <Tabs
            className="fill-tabs"
            value={tab}
            onChange={(_event, next: ResultsTab) => onTab(next)}
            aria-label="Results"
            variant="scrollable"
            scrollButtons={false}
          >
            <Tab
              value="messages"
              id="sd-tab-messages"
              {...controls}
              label={
                <Counted
                  text="Solution messages"
                  count={findings.length === 0 ? "" : findingCount(findings)}
                  look={hasErrors ? "error" : "quiet"}
                />
              }
              onClick={() => onTab("messages")}
            />
            <Tab
              value="verification"
              id="sd-tab-verification"
              {...controls}
              label="Runtime verification"
              onClick={() => onTab("verification")}
            />
            <Tab
              value="cases"
              id="sd-tab-cases"
              {...controls}
              label={
                <Counted text="Test cases" count={count === 0 ? "" : formatNumber(count)} look={cases.failed > 0 ? "error" : "quiet"} />
              }
              onClick={() => onTab("cases")}
            />
          </Tabs>
          {tab === "messages" && !folded && <MessagesSummary findings={findings} />}
          <IconAction
            icon={folded ? "up" : "down"}
            iconSize={16}
            label={label}
            size="small"
            aria-expanded={!folded}
            onClick={() => panes.fold("results", !folded)}
          />
        </div>
        {!folded && (
          <div className="scroll-rest" id="sd-results-panel" role="tabpanel" aria-labelledby={`sd-tab-${tab}`}>
            {tab === "messages" && <MessagesPanel findings={findings} onOpenField={onOpenField} onOpenProperties={onOpenProperties} />}
            {tab === "verification" && (
              <RuntimeVerification editor={editor} execution={execution} onSavedCase={mayEdit ? () => cases.clear() : undefined} />
            )}
            {tab === "cases" && <TestCases editor={editor} cases={cases} mayEdit={mayEdit} />}
          </div>
        )}
      </section>
    </EditorContext>
  );
}

function Counted({ text, count, look }: { readonly text: string; readonly count: string; readonly look: "quiet" | "error" }) {
  return (
    <span className="inline-row gap-8">
      {text}
      {count !== "" && <span className={`sd-count ${look}`}>{count}</span>}
    </span>
  );
}
