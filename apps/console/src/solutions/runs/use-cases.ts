import { coverageOf, testCases, type Coverage, type Editor, type FlowDocument } from "@airlock/editor";
import { useState } from "react";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { counted } from "../../ui/format/numbers.ts";
import { useListRows } from "../../parts/lists/use-list-rows.ts";
import { useEditorValue } from "../editor/use-editor-part.ts";

export type CaseRun = testCases.CaseRun;

interface Shown {
  readonly document: FlowDocument;
  readonly runs: ReadonlyMap<string, CaseRun>;
  readonly coverage: Coverage;
}

/**
 * Runs the saved cases together in the browser, with the engine of the runtime: no web calls and no predictions. The result belongs to the flow as it
 * was drawn then.
 */
export function useCases(editor: Editor) {
  const messages = useMessages();
  const listRows = useListRows();
  const [ran, setRan] = useState<Shown>();
  const [isRunning, setRunning] = useState(false);
  const document = useEditorValue(editor, (state) => state.document);
  // A result of an earlier flow would be misleading. Moving a node does not change results, but running again takes milliseconds.
  const isCurrent = ran !== undefined && isSameFlow(ran.document, document);
  const shown = isCurrent ? ran : undefined;
  const run = async () => {
    setRunning(true);
    try {
      const { document: drawn } = editor.state;
      const done = await testCases.runCasesFetching(editor.definition, drawn.testCases, listRows);
      if (!done.ok) {
        setRan(undefined);
        const [first] = done.findings;
        messages.error("Test cases", `The solution cannot run as it is drawn. ${first?.message ?? ""}`, first?.code);
        return;
      }
      const taken = [...done.runs.values()].map((one) => (one.ran ? one.execution.linksTaken : []));
      setRan({ document: drawn, runs: done.runs, coverage: coverageOf(drawn, taken, [...done.tables.values()]) });
      const failed = [...done.runs.values()].filter(({ passed }) => !passed).length;
      if (failed === 0) messages.success(`${counted(done.runs.size, "test case")} passed`);
      else messages.warning("Test cases", `${failed} of ${counted(done.runs.size, "test case")} failed.`);
    } finally {
      setRunning(false);
    }
  };
  const failed = shown === undefined ? 0 : [...shown.runs.values()].filter(({ passed }) => !passed).length;
  return { shown, isRunning, failed, run, clear: () => setRan(undefined) };
}
export type Cases = ReturnType<typeof useCases>;

function isSameFlow(a: FlowDocument, b: FlowDocument): boolean {
  return (
    a === b ||
    (a.nodes === b.nodes &&
      a.links === b.links &&
      a.subFlows === b.subFlows &&
      a.testCases === b.testCases &&
      a.mocks === b.mocks &&
      a.applicationFields === b.applicationFields &&
      a.runtimeFields === b.runtimeFields)
  );
}
