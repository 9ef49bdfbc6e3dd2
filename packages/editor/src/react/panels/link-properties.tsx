import type { Finding, FlowLink } from "@airlock/flow";
import { useId, useMemo } from "react";
import { labelLink, markOtherwise } from "../../commands/links.ts";
import { linkTitle, nodeTitleOf } from "../../document/titles.ts";
import { selectionOf } from "../../selection/selection.ts";
import { conditionResults } from "../../trace/condition-results.ts";
import type { ValuesAt } from "../../trace/values-at.ts";
import { useSurroundings } from "../editor-context.ts";
import { usePart } from "../use-part.ts";
import { Notes } from "./controls/notes.tsx";
import { TextField } from "./controls/text-field.tsx";
import { findingsOf } from "./findings-of.ts";
import { PanelHead } from "./panel-head.tsx";
import { ConditionRows } from "./rows/condition-rows.tsx";
import { useFields } from "./use-fields.ts";
import { useRun } from "./use-run.ts";

interface LinkPropertiesProps {
  readonly id: string;
  readonly findings: readonly Finding[];
  readonly values: ValuesAt | undefined;
}

export function LinkProperties({ id, findings, values }: LinkPropertiesProps) {
  const link = usePart(`link ${id}`, (state) => state.document.links.get(id));
  const own = useMemo(() => findingsOf(findings, { link: id }), [findings, id]);
  return link === undefined ? null : <Link link={link} findings={own} values={values} />;
}

interface LinkProps {
  readonly link: FlowLink;
  readonly findings: readonly Finding[];
  readonly values: ValuesAt | undefined;
}

function Link({ link, findings, values }: LinkProps) {
  const { editor, readOnly } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  const selection = useMemo(() => selectionOf([], [link.id]), [link.id]);
  const otherwiseId = useId();
  const runValues = values?.({ linkFrom: link.source });
  const results = runValues === undefined ? undefined : conditionResults(document, link.conditionFields, runValues);
  const general = findings.filter((finding) => finding.property === undefined);
  return (
    <>
      <PanelHead icon="link" kind="Link" title={linkTitle(document, link)} selection={selection} canCopy={false} />
      <div className="ep-form">
        <p className="ep-ends">
          {[link.source, link.target].map((end, index) => (
            <span key={end}>
              {index === 0 ? "From " : "to "}
              <button type="button" className="ep-inline-button" onClick={() => editor.select(selectionOf([end]))}>
                {nodeTitleOf(document, end)}
              </button>
            </span>
          ))}
        </p>
        <TextField label="Label" place="label" value={link.label} change={(label) => run(labelLink(link.id, label))} />
        <Notes findings={general} />
        <ConditionRows
          owner={{ link: link.id }}
          rows={link.conditionFields}
          findings={findings}
          results={results}
          empty={link.otherwise ? "Taken when no other link is." : "No conditions: always taken."}
        />
        <label className="ep-check" htmlFor={otherwiseId}>
          <input
            id={otherwiseId}
            type="checkbox"
            data-place="otherwise"
            checked={link.otherwise}
            disabled={readOnly}
            onChange={(event) => run(markOtherwise(link.id, event.target.checked))}
          />
          <span>
            Otherwise
            <small>
              Taken when no other link from {nodeTitleOf(document, link.source)} applies.
              {link.conditionFields.length > 0 && " Removes this link's conditions."}
            </small>
          </span>
        </label>
      </div>
    </>
  );
}
