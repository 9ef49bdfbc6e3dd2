import { fieldTypes, type Finding, type PredictionNode } from "@airlock/flow";
import { replaceRows } from "../../commands/rows.ts";
import { FieldChoice } from "../../react/panels/controls/field-choice.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { findingsAt, placeText } from "../../react/panels/findings-of.ts";

interface PersonKeyProps {
  readonly node: PredictionNode;
  /** What the prediction calls its one input. */
  readonly input: string;
  readonly findings: readonly Finding[];
}

/** The only input of a prediction whose scores are computed beforehand: the key of the person. */
export function PersonKey({ node, input, findings }: PersonKeyProps) {
  const { datasource = "Application", fieldKey = "" } = node.inputFields.find(({ name }) => name === input) ?? {};
  const own = [...findingsAt(findings, "inputFields"), ...findingsAt(findings, "inputFields", 0)];
  return (
    <div className="ep-property">
      <FieldChoice
        label="Person key"
        source={datasource}
        types={fieldTypes}
        value={fieldKey}
        either
        place={node.inputFields.length === 0 ? "inputFields" : placeText("inputFields", 0)}
        invalid={own.some((finding) => finding.level === "error")}
        use={(key, source) =>
          replaceRows({ node: node.id }, "inputFields", [{ name: input, datasource: source, fieldKey: key }], "Choose the key of")
        }
      />
      <p className="ep-empty-row">
        Looked up as <span className="mono">{input}</span>; an unknown person has no score.
      </p>
      <Notes findings={own} />
    </div>
  );
}
