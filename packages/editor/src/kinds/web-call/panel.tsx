import { ifFailsChoices, referencesToNames, webCallMethods, type Finding, type WebCallNode } from "@airlock/flow";
import { changeNode } from "../../commands/change-node.ts";
import { fieldNameIn } from "../../document/fields-of.ts";
import { MockResponseField, useMockResponse } from "../../react/mock-response.tsx";
import { Choice, options } from "../../react/panels/controls/choice.tsx";
import { DraftField } from "../../react/panels/controls/draft-field.tsx";
import { Notes } from "../../react/panels/controls/notes.tsx";
import { PropertyField } from "../../react/panels/controls/property-field.tsx";
import { ReferencesField } from "../../react/panels/controls/references-field.tsx";
import { findingsAt } from "../../react/panels/findings-of.ts";
import { HeaderRows } from "../../react/panels/rows/header-rows.tsx";
import { OutputRows } from "../../react/panels/rows/output-rows.tsx";
import { useFields } from "../../react/panels/use-fields.ts";
import { useRun } from "../../react/panels/use-run.ts";
import type { PanelProps } from "../panel.ts";

export function WebCallPanel({ node, findings }: PanelProps<WebCallNode>) {
  const { document } = useFields();
  const run = useRun();
  const name = fieldNameIn(document);
  const mock = useMockResponse(node.id);
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
      <IfFails node={node} findings={findings} />
      <OutputRows node={node} findings={findings} sample={mock?.body ?? ""} />
      <div className="ep-property">
        <MockResponseField node={node} showsKept heading={<h3 className="ep-mock-title">Test executions</h3>} />
      </div>
    </>
  );
}

const ifFailsTexts = { fail: "Fail the execution", continue: "Continue with default values" } as const;

/** What the flow does after a call that failed. */
function IfFails({ node, findings }: Pick<PanelProps<WebCallNode>, "node" | "findings">) {
  const run = useRun();
  const value = node.ifFails ?? "fail";
  return (
    <>
      <div className="ep-property">
        <Choice
          label="If it fails"
          value={value}
          place="ifFails"
          choose={(next) => run(changeNode(node.id, "WebCall", { ifFails: ifFailsChoices.find((one) => one === next) ?? value }))}
        >
          {ifFailsChoices.map((one) => (
            <option key={one} value={one}>
              {ifFailsTexts[one]}
            </option>
          ))}
        </Choice>
      </div>
      {value === "continue" && (
        <PropertyField
          property="failedField"
          label="Failed field (optional)"
          help="Set to 1 if the call failed, otherwise to 0. Test it on a link to take another path."
          source="Runtime"
          types={["Integer"]}
          value={node.failedField ?? ""}
          findings={findings}
          use={(failedField) => changeNode(node.id, "WebCall", { failedField })}
        />
      )}
    </>
  );
}
