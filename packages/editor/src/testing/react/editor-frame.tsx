import type { ProductionFacts } from "@airlock/flow";
import { useMemo, useState } from "react";
import {
  Canvas,
  EditorContext,
  FieldsPanel,
  FlowLevels,
  MessagesPanel,
  MessagesSummary,
  PropertiesPanel,
  TableCountsContext,
  useFindings,
  useFlowLevel,
  useProductionFindings,
  valuesWithin,
} from "../../react/index.ts";
import type { EditorSurroundings, Notice, SubFlowChoices, TableCounts } from "../../react/index.ts";
import type { Editor } from "../../session/editor.ts";
import type { Trace } from "../../trace/trace.ts";
import type { ValuesAt } from "../../trace/values-at.ts";
import "./editor-frame.css";

const tabs = { properties: "Properties", application: "Application data fields", runtime: "Runtime data fields" } as const;
type Tab = keyof typeof tabs;

interface EditorFrameProps {
  readonly editor: Editor;
  readonly readOnly: boolean;
  /** The id of the solution. */
  readonly solution: string;
  readonly values?: ValuesAt | undefined;
  readonly tableCounts?: TableCounts | undefined;
  readonly facts?: ProductionFacts | undefined;
  readonly subFlows?: SubFlowChoices | undefined;
  /** Of a run. */
  readonly trace?: Trace | undefined;
}

/** Canvas and panels in the arrangement of the solution page, with its intents and without the server. */
export function EditorFrame({ editor, readOnly, solution, values, tableCounts, facts, subFlows, trace }: EditorFrameProps) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const surroundings = useMemo<EditorSurroundings>(
    () => ({
      editor,
      readOnly,
      predictions: [],
      ...(subFlows === undefined ? {} : { subFlows }),
      author: "Ada Lovelace",
      tell: (notice) => setNotices((before) => [...before, notice]),
    }),
    [editor, readOnly, subFlows],
  );
  return (
    <EditorContext value={surroundings}>
      <TableCountsContext value={{ of: () => tableCounts }}>
        <FlowLevels>
          <Panes solution={solution} values={values} facts={facts} trace={trace} />
        </FlowLevels>
      </TableCountsContext>
      <section className="frame-notices" aria-label="Messages">
        {notices.map(({ message, description, action }, index) => (
          <p key={index}>
            {message} {description}
            {action !== undefined && <button onClick={action.run}>{action.label}</button>}
          </p>
        ))}
      </section>
    </EditorContext>
  );
}

function Panes({ solution, values, facts, trace }: Pick<EditorFrameProps, "solution" | "values" | "facts" | "trace">) {
  const findings = useFindings();
  const suggestions = useProductionFindings(facts);
  const messages = [...findings, ...suggestions];
  const { path } = useFlowLevel();
  const [tab, setTab] = useState<Tab>("properties");
  const showProperties = () => setTab("properties");
  return (
    <div className="frame">
      <main>
        <Canvas
          findings={findings}
          trace={trace}
          solution={solution}
          onOpenField={showProperties}
          onIntent={(intent) => {
            if (intent === "openApplicationFields") setTab("application");
            if (intent === "openRuntimeFields") setTab("runtime");
          }}
          onPicked={showProperties}
          onAdded={() => {
            showProperties();
            return true;
          }}
          below={
            <div className="frame-results">
              <MessagesSummary findings={messages} />
              <MessagesPanel findings={messages} onOpenField={(origin) => setTab(origin)} onOpenProperties={showProperties} />
            </div>
          }
        />
      </main>
      <aside aria-label="Details">
        <div role="tablist" aria-label="Details">
          {(Object.keys(tabs) as Tab[]).map((name) => (
            <button key={name} role="tab" aria-selected={name === tab} onClick={() => setTab(name)}>
              {tabs[name]}
            </button>
          ))}
        </div>
        <div role="tabpanel">
          {tab === "properties" ? (
            <PropertiesPanel findings={findings} values={values && valuesWithin(values, path)} />
          ) : (
            <FieldsPanel key={tab} origin={tab} findings={findings} />
          )}
        </div>
      </aside>
    </div>
  );
}
