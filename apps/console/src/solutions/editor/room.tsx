import type { VersionFields } from "@airlock/contract";
import type { Editor, Intent } from "@airlock/editor";
import {
  Canvas,
  EditorContext,
  FlowLevelContext,
  TableCountsContext,
  useFindings,
  useFlowLevels,
  useProductionFindings,
  useSurroundings,
  valuesWithin,
} from "@airlock/editor/react";
import type { Finding } from "@airlock/flow";
import { lazy, Suspense, useMemo, useState } from "react";
import type { CSSProperties } from "react";
import { counted } from "../../ui/format/numbers.ts";
import { HeatTool } from "../../parts/heat-map/heat-tool.tsx";
import { useProductionFacts } from "./use-production-facts.ts";
import { useTableCounts } from "./use-table-counts.ts";
import { useHeatMode } from "./use-heat-mode.ts";
import { solutionStatus } from "../../parts/versions/solution-status.ts";
import { useDeployed } from "../use-solutions.ts";
import { Details, type DetailsTab } from "./details.tsx";
import { ResultsPane, type ResultsTab } from "../runs/results-pane.tsx";
import { RunPill } from "../runs/run-pill.tsx";
import { SolutionMenu } from "./solution-menu.tsx";
import { Splitter } from "./splitter.tsx";
import { TopBar } from "./top-bar.tsx";
import { useCases } from "../runs/use-cases.ts";
import { useCompare } from "../history/use-compare.ts";
import { useExecution } from "../runs/use-execution.ts";
import type { PaneState } from "./use-panes.ts";
import type { Saving } from "../saving/use-saving.ts";
import type { OpenedSolution } from "./use-solution.ts";
import { IconAction } from "../../ui/icon-action.tsx";

const nothingFound: readonly Finding[] = [];
const CompareBar = lazy(async () => ({ default: (await import("../history/compare-bar.tsx")).CompareBar }));
const HeatStage = lazy(async () => ({ default: (await import("../../parts/heat-map/heat-stage.tsx")).HeatStage }));

interface RoomProps {
  readonly editor: Editor;
  readonly opened: OpenedSolution;
  readonly saving: Saving;
  readonly panes: PaneState;
}

/** The editor's one screen: top bar, diagram with results under it, details at the right. */
export function Room({ editor, opened, saving, panes }: RoomProps) {
  const { solution } = opened;
  const { webSafeString, name } = solution._embedded;
  const findings = useFindings();
  const deployed = useDeployed()?.bySolution.get(webSafeString);
  const execution = useExecution(editor, solution, saving);
  const cases = useCases(editor);
  const compare = useCompare(editor, solution);
  const heat = useHeatMode(solution);
  const suggestions = useProductionFindings(useProductionFacts(heat.versions));
  const messages = useMemo(() => [...findings, ...suggestions], [findings, suggestions]);
  const surroundings = useSurroundings();
  const mayEdit = saving.maySave && !panes.isNarrow;
  const [details, setDetails] = useState<DetailsTab>("properties");
  const [shownField, setShownField] = useState<string>();
  const [results, setResults] = useState<ResultsTab>("messages");
  const errors = findings.filter(({ level }) => level === "error").length;
  const whyNotExecute = errors === 0 ? undefined : `${counted(errors, "error")} to fix first; see Solution messages.`;

  const show = (tab: ResultsTab) => {
    setResults(tab);
    panes.fold("results", false);
  };
  const execute = () => {
    if (whyNotExecute !== undefined) return show("messages");
    cases.clear();
    compare.end();
    show("verification");
    void execution.execute();
  };
  const onIntent = (intent: Intent) => {
    if (intent === "save" && saving.maySave) void saving.save();
    if (intent === "execute" && execution.mayExecute) execute();
    if (intent === "openApplicationFields") openDetails("application");
    if (intent === "openRuntimeFields") openDetails("runtime");
  };
  const openDetails = (tab: DetailsTab, field?: string) => {
    setDetails(tab);
    setShownField(field);
    panes.fold("details", false);
  };
  const counts = useTableCounts(cases.shown?.coverage, heat.versions);
  const detailsFolded = panes.isFolded("details");
  // Two states are compared on a drawing of their own; the results below stay those of the editor.
  const { drawing } = compare;
  const onCanvas = useMemo(
    () => (drawing === undefined ? surroundings : { ...surroundings, editor: drawing, readOnly: true }),
    [surroundings, drawing],
  );
  // A sub-flow that is opened takes the place of the flow on the canvas and in the details.
  const { level, surroundings: shown } = useFlowLevels(onCanvas);
  const { path } = level;
  const tableCounts = useMemo(
    () => ({
      of: (nodeId: string) => counts.of(`${path}${nodeId}`),
      open: (nodeId: string | undefined) => counts.open(nodeId === undefined ? undefined : `${path}${nodeId}`),
    }),
    [counts, path],
  );
  const above =
    drawing === undefined ? (
      execution.run && <RunPill run={execution.run} onClear={execution.clear} />
    ) : (
      <Suspense fallback={null}>
        <CompareBar compare={compare} />
      </Suspense>
    );
  return (
    <div className={detailsFolded ? "window-page sd details-folded" : "window-page sd"} style={detailsWidth(panes)}>
      <TopBar
        editor={editor}
        name={name}
        look={deployed === undefined ? undefined : solutionStatus(deployed)}
        saving={saving}
        isNarrow={panes.isNarrow}
        onSave={saving.maySave && !panes.isNarrow ? () => void saving.save() : undefined}
        onExecute={execution.mayExecute ? execute : undefined}
        isExecuting={execution.isExecuting}
        whyNotExecute={whyNotExecute}
        menu={
          <>
            <SolutionMenu editor={editor} solution={solution} saving={saving} compare={compare} mayEdit={mayEdit} />
            <IconAction
              icon="collapse"
              label={detailsFolded ? "Show details" : "Hide details"}
              className="sd-fold"
              aria-expanded={!detailsFolded}
              onClick={() => panes.fold("details", !detailsFolded)}
            />
          </>
        }
      />
      {heat.isOn && (
        <Suspense fallback={<main className="sd-centre" aria-busy="true" />}>
          <HeatStage versions={heat.versions} onClose={() => heat.set(false)} />
        </Suspense>
      )}
      {!heat.isOn && (
        <main className="sd-centre">
          {panes.isNarrow && saving.maySave && (
            <p className="sd-narrow-note">To edit this solution, use a window that is at least 700 pixels wide.</p>
          )}
          <EditorContext value={shown}>
            <FlowLevelContext value={level}>
              <Canvas
                key={compare.drawing === undefined ? "editing" : "comparing"}
                findings={compare.drawing === undefined ? findings : nothingFound}
                trace={compare.drawing === undefined ? execution.run?.trace : undefined}
                coverage={compare.drawing === undefined ? cases.shown?.coverage : undefined}
                comparison={compare.marks}
                solution={webSafeString}
                onOpenField={() => openDetails("properties")}
                onIntent={onIntent}
                onPicked={() => setDetails("properties")}
                onAdded={() => {
                  if (!detailsFolded) setDetails("properties");
                  return !detailsFolded;
                }}
                above={above}
                tools={heat.isOffered && drawing === undefined && <HeatTool isOn={false} why={heat.why} onPress={() => heat.set(true)} />}
                below={
                  <ResultsPane
                    editor={editor}
                    tab={results}
                    onTab={show}
                    findings={messages}
                    panes={panes}
                    execution={execution}
                    cases={cases}
                    mayEdit={mayEdit}
                    surroundings={surroundings}
                    onOpenField={(tab, field) => {
                      level.show(0);
                      openDetails(tab, field);
                    }}
                    onOpenProperties={() => {
                      level.show(0);
                      openDetails("properties");
                    }}
                  />
                }
              />
            </FlowLevelContext>
          </EditorContext>
        </main>
      )}
      {!heat.isOn && !detailsFolded && (
        <EditorContext value={shown}>
          <FlowLevelContext value={level}>
            <TableCountsContext value={tableCounts}>
              <Details
                findings={path === "" ? findings : nothingFound}
                tab={details}
                onTab={setDetails}
                values={execution.run && valuesWithin(execution.run.values, path)}
                changes={drawing === undefined ? undefined : compare.changes}
                shownField={shownField}
                serving={servingName(deployed)}
              >
                {!panes.isSmall && <Splitter pane="details" label="Width of the details" panes={panes} />}
              </Details>
            </TableCountsContext>
          </FlowLevelContext>
        </EditorContext>
      )}
    </div>
  );
}

/** A custom property is no property that React's types know. */
function detailsWidth(panes: PaneState): CSSProperties {
  return { "--sd-details": `${panes.sizes.details}px` } as CSSProperties;
}

/** The version that callers use now, where it is one. */
function servingName(versions: readonly VersionFields[] = []): string | undefined {
  const serving = versions.filter(({ deploymentStatus }) => deploymentStatus === "serving");
  return serving.length === 1 ? serving[0]?.versionName : undefined;
}
