import { limits, type PredictionNode } from "@airlock/flow";
import { useEffect } from "react";
import { changeNode } from "../../commands/change-node.ts";
import { useSurroundings, type PredictionChoice } from "../../react/editor-context.ts";
import { Choice } from "../../react/panels/controls/choice.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { findingsAt } from "../../react/panels/findings-of.ts";
import { InputRows } from "../../react/panels/rows/input-rows.tsx";
import { useRun } from "../../react/panels/use-run.ts";
import { PersonKey } from "./person-key.tsx";
import { PropertyField } from "../../react/panels/controls/property-field.tsx";
import type { PanelProps } from "../panel.ts";

export function PredictionPanel({ node, findings }: PanelProps<PredictionNode>) {
  const { predictions, onPrediction } = useSurroundings();
  const run = useRun();
  const ofConfig = findingsAt(findings, "config");
  const chosen = predictions.find((one) => one.id === node.config);
  useEffect(() => {
    if (node.config !== "") onPrediction?.(node.config);
  }, [node.config, onPrediction]);
  const key = chosen?.byKey === true ? chosen.inputs?.[0] : undefined;
  const isKnown = node.config === "" || chosen !== undefined;
  return (
    <>
      <div className="ep-property">
        <Choice
          label="Prediction"
          value={node.config}
          place="config"
          invalid={ofConfig.some((finding) => finding.level === "error")}
          choose={(config) => run(changeNode(node.id, "Prediction", { config, model: 0 }))}
        >
          <option value="">{predictions.length === 0 ? "No predictions yet" : "Choose a prediction"}</option>
          {!isKnown && <option value={node.config}>unknown</option>}
          {predictions.map((prediction) => (
            <option key={prediction.id} value={prediction.id}>
              {prediction.name}
            </option>
          ))}
        </Choice>
        <Notes findings={ofConfig} />
        {node.config !== "" && <ModelChoice node={node} chosen={chosen} />}
      </div>
      {key === undefined ? <InputRows node={node} findings={findings} /> : <PersonKey node={node} input={key.name} findings={findings} />}
      <PropertyField
        property="scoreField"
        label="Score field"
        source="Runtime"
        types={["Float"]}
        value={node.scoreField}
        findings={findings}
        use={(scoreField) => changeNode(node.id, "Prediction", { scoreField })}
      />
      {/* A score that is looked up has no inputs to explain it by. */}
      {key === undefined && <ReasonCodes node={node} />}
    </>
  );
}

const reasonChoices = Array.from({ length: limits.predictionReasons }, (_, index) => index + 1);

/** Which inputs moved the score furthest, as reason codes of the decision. */
function ReasonCodes({ node }: { readonly node: PredictionNode }) {
  const run = useRun();
  return (
    <div className="ep-property">
      <Choice
        label="Reason codes"
        value={String(node.reasonCodes)}
        place="reasonCodes"
        choose={(value) => run(changeNode(node.id, "Prediction", { reasonCodes: Number(value) }))}
      >
        <option value="0">None</option>
        {reasonChoices.map((count) => (
          <option key={count} value={String(count)}>
            {count === 1 ? "The input that moved the score furthest" : `The ${count} inputs that moved the score furthest`}
          </option>
        ))}
      </Choice>
      {node.reasonCodes > 0 && (
        <p className="ep-empty-row">
          <span className="mono">name+</span> raised the score, <span className="mono">name-</span> lowered it.
        </p>
      )}
    </div>
  );
}

interface ModelChoiceProps {
  readonly node: PredictionNode;
  readonly chosen: PredictionChoice | undefined;
}

/** A version pins one model permanently: the one that is deployed when it is created, unless another is chosen here. */
function ModelChoice({ node, chosen }: ModelChoiceProps) {
  const run = useRun();
  const { models = [], deployedModel } = chosen ?? {};
  const shown = node.model === 0 || models.includes(node.model) ? models : [node.model, ...models];
  const deployed = deployedModel === undefined ? "" : deployedModel === null ? ", none yet" : `, now ${deployedModel}`;
  return (
    <Choice label="Model" value={String(node.model)} choose={(model) => run(changeNode(node.id, "Prediction", { model: Number(model) }))}>
      <option value="0">The deployed one{deployed}</option>
      {shown.map((model) => (
        <option key={model} value={String(model)}>
          Model {model}
        </option>
      ))}
    </Choice>
  );
}
