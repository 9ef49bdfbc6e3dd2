import type { MockResponse, SavedMockResponse, WebCallNode } from "@airlock/flow";
import type { ReactNode } from "react";
import { setMockResponse } from "../commands/mocks.ts";
import { nodeTitle } from "../document/titles.ts";
import { useSurroundings } from "./editor-context.ts";
import { DraftField } from "./panels/controls/draft-field.tsx";
import { usePart } from "./use-part.ts";

interface MockResponseFieldProps {
  readonly node: WebCallNode;
  readonly heading: ReactNode;
  /** The service's response in the last run: a first mock response. */
  readonly last?: MockResponse | undefined;
  /** Shows a response that is kept beside a live call, to try queries on. */
  readonly showsKept: boolean;
}

/** Undefined if the node has none. */
export function useMockResponse(nodeId: string): SavedMockResponse | undefined {
  return usePart("mocks", ({ document: { mocks } }) => {
    const { webCalls = {} } = mocks;
    return Object.hasOwn(webCalls, nodeId) ? webCalls[nodeId] : undefined;
  });
}

/**
 * Whether test executions make the live call of a node or use a mock response, and that response. Like test data it can be changed
 * without the permission to save: it then lasts as long as the page.
 */
export function MockResponseField({ node, heading, last, showsKept }: MockResponseFieldProps) {
  const { editor } = useSurroundings();
  const mock = useMockResponse(node.id);
  const isUsed = mock !== undefined && mock.live !== true;
  const change = (next: SavedMockResponse | undefined) => {
    const executed = editor.execute(setMockResponse(node.id, next));
    return executed.ok ? undefined : executed.refusal;
  };
  const useMock = () => {
    const { status, body } = mock ?? last ?? { status: 200, body: "{}" };
    change({ status, body });
    editor.settle();
  };
  const useLive = () => {
    change(mock === undefined || mock.body.trim() === "" ? undefined : { ...mock, live: true });
    editor.settle();
  };
  return (
    <div className="ep-mock">
      <div className="ep-mock-head">
        {heading}
        <span className="ep-mock-state">{isUsed ? "Mock response" : "Live call"}</span>
        <button type="button" className="ep-text-button" onClick={isUsed ? useLive : useMock}>
          {isUsed ? "Use live call" : mock === undefined && last !== undefined ? "Use the last response" : "Use a mock response"}
        </button>
      </div>
      {mock !== undefined && (isUsed || showsKept) && (
        <>
          <DraftField
            mono
            label="Status"
            value={String(mock.status)}
            commit={(text) => change({ ...mock, status: /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN })}
          />
          <textarea
            className="ep-input is-area mono"
            aria-label={`Mock response of ${nodeTitle(node)}`}
            rows={5}
            spellCheck={false}
            maxLength={100_000}
            placeholder={'{ "report": { "score": 641 } }'}
            value={mock.body}
            onChange={(event) => change({ ...mock, body: event.target.value })}
            onBlur={() => editor.settle()}
          />
        </>
      )}
    </div>
  );
}
