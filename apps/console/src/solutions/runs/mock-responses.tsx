import { commands, nodeTitle, type Editor } from "@airlock/editor";
import { MockResponseField } from "@airlock/editor/react";
import { callsServices, modelOf } from "@airlock/flow";
import { useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { useEditorValue } from "../editor/use-editor-part.ts";
import type { Answers } from "./use-execution.ts";

interface MockResponsesProps {
  readonly editor: Editor;
  /** The responses of calls in the last run. */
  readonly last: Answers;
}

/** Which web calls and predictions a test execution makes, and which it replaces. */
export function MockResponses({ editor, last }: MockResponsesProps) {
  const nodes = useEditorValue(editor, ({ document }) => document.nodes).toArray();
  const calling = nodes.filter((node) => callsServices(node.type) || modelOf(node) !== undefined);
  if (calling.length === 0) return null;
  return (
    <div className="ra">
      <h4>Web calls and predictions</h4>
      {calling.map((node) =>
        node.type === "WebCall" ? (
          <MockResponseField
            key={node.id}
            node={node}
            last={last.webCalls?.[node.id]}
            showsKept={false}
            heading={
              <>
                <Icon name="kind-web-call" size={16} />
                <span className="grow clip">{nodeTitle(node)}</span>
              </>
            }
          />
        ) : (
          <MockScore key={node.id} editor={editor} nodeId={node.id} name={nodeTitle(node)} />
        ),
      )}
    </div>
  );
}

function MockScore({ editor, nodeId, name }: { readonly editor: Editor; readonly nodeId: string; readonly name: string }) {
  const { predictions = {} } = useEditorValue(editor, ({ document }) => document.mocks);
  const score = Object.hasOwn(predictions, nodeId) ? predictions[nodeId]?.score : undefined;
  // What is not a number yet, such as a lone minus, is shown until it becomes one or is left.
  const [half, setHalf] = useState<string>();
  return (
    <div className="ra-row">
      <Icon name="kind-prediction" size={16} />
      <span className="grow clip">{name}</span>
      <label className="faint">
        Mock score{" "}
        <input
          className="rv-input ra-score"
          inputMode="decimal"
          placeholder="live"
          value={half ?? (score === undefined ? "" : String(score))}
          onChange={(event) => {
            const { value } = event.target;
            if (!/^-?\d*\.?\d*$/.test(value)) return;
            setHalf(value);
            const number = Number(value);
            editor.execute(commands.setMockScore(nodeId, value.trim() === "" || Number.isNaN(number) ? undefined : number));
          }}
          onBlur={() => {
            setHalf(undefined);
            editor.settle();
          }}
        />
      </label>
    </div>
  );
}
