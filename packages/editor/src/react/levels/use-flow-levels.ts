import { findSubFlow, type Definition, type FlowNode, type SubFlow } from "@airlock/flow";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { Editor } from "../../session/editor.ts";
import type { EditorSurroundings } from "../editor-context.ts";
import type { FlowLevel } from "./flow-level.ts";

interface Opened {
  readonly nodeId: string;
  readonly name: string;
  readonly definition: Definition;
}
const none: readonly Opened[] = [];

interface Levels {
  readonly level: FlowLevel;
  /** Of the shown flow: a sub-flow is a copy of a version, which cannot be changed here. */
  readonly surroundings: EditorSurroundings;
}

/** Opens sub-flows instead of the flow of these surroundings. */
export function useFlowLevels(outer: EditorSurroundings): Levels {
  const { editor } = outer;
  const subscribe = useCallback((listener: () => void) => editor.watch(listener), [editor]);
  const document = useSyncExternalStore(subscribe, () => editor.state.document);
  const [nodeIds, setNodeIds] = useState<readonly string[]>([]);
  // Later edits, such as Undo, may have removed the node.
  const opened = useMemo(
    () => (nodeIds.length === 0 ? none : openedIn({ nodeOf: (id) => document.nodes.get(id), subFlows: document.subFlows }, nodeIds)),
    [document, nodeIds],
  );
  const inner = opened.at(-1)?.definition;
  const path = opened.map(({ nodeId }) => `${nodeId}/`).join("");
  const surroundings = useMemo((): EditorSurroundings => {
    if (inner === undefined) return outer;
    return { ...outer, editor: new Editor(inner), readOnly: true };
    // Each call of a version has a selection of its own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [outer, inner, path]);
  const shown = surroundings.editor;
  const level = useMemo(
    (): FlowLevel => ({
      path,
      opened: opened.map(({ name }) => name),
      canOpen: (nodeId) => {
        const { nodes, subFlows } = shown.state.document;
        return subFlowOf(nodes.get(nodeId), subFlows) !== undefined;
      },
      open: (nodeId) => setNodeIds([...opened.map((one) => one.nodeId), nodeId]),
      show: (depth) => setNodeIds((now) => now.slice(0, depth)),
    }),
    [path, opened, shown],
  );
  return { level, surroundings };
}

interface Flow {
  readonly nodeOf: (id: string) => FlowNode | undefined;
  readonly subFlows: readonly SubFlow[];
}

function subFlowOf(node: FlowNode | undefined, subFlows: readonly SubFlow[]): SubFlow | undefined {
  return node?.type === "SubFlow" ? findSubFlow({ subFlows }, node.versionId) : undefined;
}

function openedIn(flow: Flow, [nodeId, ...rest]: readonly string[]): readonly Opened[] {
  const node = nodeId === undefined ? undefined : flow.nodeOf(nodeId);
  const called = subFlowOf(node, flow.subFlows);
  if (nodeId === undefined || called === undefined) return [];
  const { definition } = called;
  const { nodes } = definition.solutionDefinition;
  const within = { nodeOf: (id: string) => nodes.find((one) => one.id === id), subFlows: definition.subFlows ?? [] };
  return [{ nodeId, name: `${called.solutionName} ${called.name}`, definition }, ...openedIn(within, rest)];
}
