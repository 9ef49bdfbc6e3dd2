import { referencesToNames, webCallMethods, type Finding, type WebCallNode } from "@airlock/flow";
import { useId, useState } from "react";
import { changeNode } from "../../../commands/change-node.ts";
import { fieldNameIn } from "../../../document/fields-of.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Choice, options } from "../controls/choice.tsx";
import { DraftField } from "../controls/draft-field.tsx";
import { Notes } from "../controls/notes.tsx";
import { ReferencesField } from "../controls/references-field.tsx";
import { findingsAt } from "../findings-of.ts";
import { HeaderRows } from "../rows/header-rows.tsx";
import { OutputRows } from "../rows/output-rows.tsx";
import { sampleOf, setSample } from "../samples.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";

export function WebCallEditor({ node, findings }: { readonly node: WebCallNode; readonly findings: readonly Finding[] }) {
  const { editor } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  const name = fieldNameIn(document);
  const [sample, keepSample] = useState(() => sampleOf(editor, node.id));
  const change = (changes: Parameters<typeof changeNode<"WebCall">>[2]) => run(changeNode(node.id, "WebCall", changes));
  const ofUrl = findingsAt(findings, "url");
  const ofBody = findingsAt(findings, "body");
  const ofTime = findingsAt(findings, "timeoutMillis");
  const isWrong = (own: readonly Finding[]) => own.some((finding) => finding.level === "error");
  const hasBody = node.method === "POST" || node.method === "PUT";
  return (
    <>
      <div className="ep-pair is-even">
        <Choice
          label="Method"
          value={node.method}
          place="method"
          choose={(value) => change({ method: webCallMethods.find((one) => one === value) ?? node.method })}
        >
          {options(webCallMethods)}
        </Choice>
        <div className="ep-property">
          <DraftField
            mono
            label="Time limit in ms"
            place="timeoutMillis"
            value={String(node.timeoutMillis)}
            invalid={isWrong(ofTime)}
            commit={(text) => change({ timeoutMillis: /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN })}
          />
          <Notes findings={ofTime} />
        </div>
      </div>
      <div className="ep-property">
        <ReferencesField
          key={`url ${node.id}`}
          label="URL"
          place="url"
          placeholder="https://example.com/reports/${application.id}"
          value={referencesToNames(node.url, name)}
          invalid={isWrong(ofUrl)}
          commit={(url) => change({ url })}
        />
        <Notes findings={ofUrl} />
      </div>
      <HeaderRows node={node} findings={findings} />
      {(hasBody || node.body !== "") && (
        <div className="ep-property">
          <ReferencesField
            key={`body ${node.id}`}
            lines
            label="Body"
            place="body"
            placeholder={'{ "income": ${application.net_income} }'}
            value={referencesToNames(node.body, name)}
            invalid={isWrong(ofBody)}
            commit={(body) => change({ body })}
          />
          <Notes findings={ofBody} />
        </div>
      )}
      <OutputRows node={node} findings={findings} sample={sample} />
      <Sample
        sample={sample}
        change={(text) => {
          setSample(editor, node.id, text);
          keepSample(text);
        }}
      />
    </>
  );
}

function Sample({ sample, change }: { readonly sample: string; readonly change: (text: string) => void }) {
  const id = useId();
  return (
    <details className="ep-sample" open={sample !== ""}>
      <summary>
        <Icon name="right" size={14} />
        Try on a sample response
      </summary>
      <div className="ep-field">
        <label htmlFor={id}>Sample response</label>
        <textarea
          id={id}
          className="ep-input is-area mono"
          rows={5}
          spellCheck={false}
          placeholder={'{ "report": { "score": 641 } }'}
          value={sample}
          onChange={(event) => change(event.target.value)}
        />
      </div>
    </details>
  );
}
