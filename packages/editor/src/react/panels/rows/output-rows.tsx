import { fieldTypes, type Finding, type OutputItem, type WebCallNode } from "@airlock/flow";
import { changeRow } from "../../../commands/rows.ts";
import { fieldOf } from "../../../document/fields-of.ts";
import { tryJsonPath } from "../../../web-call/try-json-path.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Choice } from "../controls/choice.tsx";
import { FieldChoice } from "../controls/field-choice.tsx";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { LiteralField } from "../controls/literal-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { findingsAt } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { RowSection } from "./row-section.tsx";

interface OutputRowsProps {
  readonly node: WebCallNode;
  readonly findings: readonly Finding[];
  /** The mock response, to try the paths on; empty for none. */
  readonly sample: string;
}

/** Which parts of the response are stored in which fields. */
export function OutputRows({ node, findings, sample }: OutputRowsProps) {
  const { readOnly } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  return (
    <RowSection
      owner={{ node: node.id }}
      list="responseMapping"
      rows={node.responseMapping}
      findings={findings}
      empty="Keeps nothing of the response yet."
    >
      {(row, index, remove) => {
        const label = `Mapping ${index + 1}`;
        const change = (changes: Partial<OutputItem>) => changeRow({ node: node.id }, "responseMapping", index, changes);
        const source = row.datasetType === "application" ? "Application" : "Runtime";
        const field = fieldOf(document, source, row.fieldName);
        const isPathWrong = findingsAt(findings, "responseMapping", index).some((one) => one.code === "OUTPUT_PATH");
        return (
          <Group className="ep-rule is-output" label={label}>
            <TextField
              quiet
              mono
              label={`${label} query`}
              placeholder="$.report.score"
              value={row.param}
              invalid={isPathWrong}
              change={(param) => run(change({ param }))}
            />
            {readOnly ? <span /> : <IconButton label={`Delete mapping ${index + 1}`} icon="trash" press={remove} />}
            <Choice
              quiet
              label={`${label} dataset`}
              value={row.datasetType}
              choose={(value) => run(change({ datasetType: value === "runtime" ? "runtime" : "application" }))}
            >
              <option value="application">Application</option>
              <option value="runtime">Runtime</option>
            </Choice>
            <FieldChoice
              quiet
              label={`${label} field`}
              source={source}
              types={fieldTypes}
              value={row.fieldName}
              either
              use={(fieldName, from) => change({ fieldName, datasetType: from === "Application" ? "application" : "runtime" })}
              invalid={row.fieldName === "" && findingsAt(findings, "responseMapping", index).length > 0}
            />
            {node.ifFails === "continue" && (
              <div className="ep-default">
                <LiteralField
                  label={`${label} default value`}
                  placeholder="missing"
                  type={field?.type ?? "String"}
                  value={row.defaultValue ?? ""}
                  change={(defaultValue) => run(change({ defaultValue }))}
                />
              </div>
            )}
            {sample.trim() !== "" && row.param !== "" && <Tried sample={sample} query={row.param} type={field?.type ?? "String"} />}
          </Group>
        );
      }}
    </RowSection>
  );
}

function Tried({ sample, query, type }: { readonly sample: string; readonly query: string; readonly type: OutputType }) {
  const tried = tryJsonPath(sample, query, type);
  return (
    <p className={tried.ok ? "ep-result is-held" : "ep-result is-wrong"}>
      <Icon name={tried.ok ? "check" : "x"} size={14} />
      {tried.ok ? (
        <span>
          In the mock response: <span className="mono">{tried.value === undefined ? "missing" : String(tried.value)}</span>
        </span>
      ) : (
        tried.problem
      )}
    </p>
  );
}

type OutputType = Parameters<typeof tryJsonPath>[2];
