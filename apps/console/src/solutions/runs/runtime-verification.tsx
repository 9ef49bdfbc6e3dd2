import { commands, newId, testCases, type Editor } from "@airlock/editor";
import type { DatasetField } from "@airlock/flow";
import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import { useState, type AriaAttributes } from "react";
import { clockWithSeconds } from "../../ui/format/dates.ts";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { reasonTextOf } from "../reasons/reason-rows.ts";
import { MockResponses } from "./mock-responses.tsx";
import { useEditorValue } from "../editor/use-editor-part.ts";
import type { Answers, Execution, Run } from "./use-execution.ts";

interface RuntimeVerificationProps {
  readonly editor: Editor;
  readonly execution: Execution;
  /** Undefined where nothing may be saved. */
  readonly onSavedCase: (() => void) | undefined;
}

/** Test data on the left, the results on the right. */
export function RuntimeVerification({ editor, execution, onSavedCase }: RuntimeVerificationProps) {
  const messages = useMessages();
  const { run } = execution;
  const saveAsTest = () => {
    if (run === undefined) return;
    const { testCases: cases } = editor.state.document;
    const made = { ...testCases.caseFromRun(newId(), `Case ${cases.length + 1}`, run.input, outcomeOf(run)), ...answersOf(run) };
    const executed = editor.execute(commands.replaceTestCases([...cases, made], `Save test case ${made.name}`));
    if (!executed.ok) return void messages.error("Test cases", executed.refusal.reason);
    messages.success(`${made.name} added to the test cases`);
    onSavedCase?.();
  };
  return (
    <div className="rv">
      <section className="rv-half" aria-labelledby="rv-data">
        <header>
          <h3 id="rv-data">Test data</h3>
          {onSavedCase && (
            <Tooltip
              title={
                run === undefined ? "Execute first: the results become the expected results of the case" : "Keep this run as a test case"
              }
            >
              <span>
                <Button size="small" startIcon={<Icon name="test" size={14} />} disabled={run === undefined} onClick={saveAsTest}>
                  Save as test
                </Button>
              </span>
            </Tooltip>
          )}
        </header>
        <TestData editor={editor} problems={execution.problems} />
        <MockResponses editor={editor} last={run === undefined ? {} : answersOf(run)} />
      </section>
      <section className="rv-half" aria-labelledby="rv-results">
        <header>
          <h3 id="rv-results">Runtime results</h3>
          {run?.execution.reasonCodes.map((code) => (
            <Tooltip key={code} title={reasonTextOf(editor.definition.reasonTexts, code)}>
              <span className="chip code">{code}</span>
            </Tooltip>
          ))}
          {run && <Outcome run={run} />}
        </header>
        {run ? (
          <Results editor={editor} run={run} />
        ) : (
          <p className="rv-none">{execution.mayExecute ? "Execute to see the results." : "None of your roles allows you to execute."}</p>
        )}
      </section>
    </div>
  );
}

function TestData({ editor, problems }: { readonly editor: Editor; readonly problems: ReadonlyMap<string, string> }) {
  const fields = useEditorValue(editor, ({ document }) => document.applicationFields);
  const testData = useEditorValue(editor, ({ document }) => document.testData);
  const values = new Map(testData.map(({ name, value }) => [name, value]));
  if (fields.length === 0) return <p className="rv-none">There are no application data fields yet.</p>;
  return (
    <table className="plain-table fixed-columns size-12 rv-table">
      <Columns />
      <thead className="sr">
        <tr>
          <th>Field</th>
          <th>Type</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <TestRow key={field.key} editor={editor} field={field} value={values.get(field.name) ?? ""} problems={problems} />
        ))}
      </tbody>
    </table>
  );
}

interface TestRowProps {
  readonly editor: Editor;
  readonly field: DatasetField;
  readonly value: string;
  /** Of the last execution, by the names of fields. */
  readonly problems: ReadonlyMap<string, string>;
}

function TestRow({ editor, field, value, problems }: TestRowProps) {
  // What is refused while typing, such as a lone minus, is shown until it becomes something or is left.
  const [half, setHalf] = useState<{ readonly text: string; readonly reason: string }>();
  // A problem is about the value that was executed: it is not shown beside another one.
  const [executed, setExecuted] = useState({ problems, value });
  if (executed.problems !== problems) setExecuted({ problems, value });
  const problem = half?.reason ?? (executed.value === value ? problems.get(field.name) : undefined);
  const errorId = `rv-error-${field.key}`;
  const onChange = (text: string) => {
    const set = editor.execute(commands.setTestValue(field.name, text));
    setHalf(set.ok ? undefined : { text, reason: set.refusal.reason });
  };
  return (
    <tr>
      <td>
        <span className="api-field clip" title={field.name}>
          {field.name}
        </span>
      </td>
      <td className="faint">{field.type}</td>
      <td>
        <TestInput
          field={field}
          aria-label={`Test value of ${field.name}`}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : errorId}
          value={half?.text ?? value}
          change={onChange}
          onBlur={() => {
            setHalf(undefined);
            editor.settle();
          }}
        />
        {problem !== undefined && (
          <span id={errorId} className="rv-error">
            {problem}
          </span>
        )}
      </td>
    </tr>
  );
}

function Outcome({ run }: { readonly run: Run }) {
  const { status, started, durationMillis } = run.execution;
  const failed = status === "failed";
  const at = new Date(started);
  return (
    <span className="rv-outcome">
      <span className={failed ? "rv-status failed" : "rv-status done"}>
        <Icon name={failed ? "x" : "check"} size={12} />
        {failed ? "Failed" : "Completed"}
      </span>
      <span className="num faint">
        {clockWithSeconds(at)}, {number(durationMillis)} ms
      </span>
    </span>
  );
}

function Results({ editor, run }: { readonly editor: Editor; readonly run: Run }) {
  const fields = useEditorValue(editor, ({ document }) => document.runtimeFields);
  const { runtimeData, error, failedCalls } = run.execution;
  return (
    <>
      {error && (
        <p className="rv-failure" role="alert">
          <Icon name="error" size={16} />
          <span>
            <strong>{run.failedAt ?? error.nodeId}</strong> {error.message} <span className="mono faint">{error.code}</span>
          </span>
        </p>
      )}
      {failedCalls.map(({ nodeId, code, message }) => (
        <p key={nodeId} className="rv-failed-call">
          <Icon name="warning" size={16} />
          <span>
            <strong>{editor.state.document.nodes.get(nodeId)?.label ?? nodeId}</strong> The call failed: {message} Default values were used.{" "}
            <span className="mono faint">{code}</span>
          </span>
        </p>
      ))}
      {fields.length === 0 ? (
        <p className="rv-none">There are no runtime data fields.</p>
      ) : (
        <table className="plain-table fixed-columns size-12 rv-table">
          <Columns />
          <thead className="sr">
            <tr>
              <th>Field</th>
              <th>Value</th>
              <th>Set by</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ key, name }) => {
              const value = Object.hasOwn(runtimeData, name) ? runtimeData[name] : undefined;
              const setBy = run.trace.setBy.get(name);
              const label = setBy === undefined ? undefined : editor.state.document.nodes.get(setBy)?.label;
              return (
                <tr key={key}>
                  <td>
                    <span className="rv-runtime">{name}</span>
                  </td>
                  <td className={value === undefined ? "rv-value faint" : "rv-value mono"}>{value ?? "missing"}</td>
                  <td className="faint">{label === undefined ? "not set" : `set by ${label}`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Widths of name, type or value, and the rest. */
function Columns() {
  return (
    <colgroup>
      <col className="rv-name" />
      <col className="rv-middle" />
      <col />
    </colgroup>
  );
}

function outcomeOf({ execution }: Run): Parameters<typeof testCases.caseFromRun>[3] {
  const { status, error, runtimeData, reasonCodes } = execution;
  return { status, error, runtimeData, reasonCodes };
}

interface TestInputProps extends AriaAttributes {
  readonly field: DatasetField;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly onBlur: () => void;
}

/** True or false is chosen, a date is picked, everything else is typed. */
function TestInput({ field: { type, required }, value, change, ...rest }: TestInputProps) {
  const placeholder = required ? "required" : "missing";
  if (type === "Boolean") {
    return (
      <select {...rest} className="rv-input" value={value} onChange={(event) => change(event.target.value)}>
        <option value="">{placeholder}</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  const kind = type === "Date" ? { type: "date", min: "0001-01-01", max: "9999-12-31" } : { placeholder, inputMode: inputModes[type] };
  return <input {...rest} {...kind} className="rv-input" value={value} onChange={(event) => change(event.target.value)} />;
}

const inputModes = { String: "text", Integer: "numeric", Float: "decimal" } as const;

function answersOf({ execution: { recorded } }: Run): Answers {
  return {
    ...(Object.keys(recorded.webCalls).length === 0 ? {} : { webCalls: recorded.webCalls }),
    ...(Object.keys(recorded.predictions).length === 0 ? {} : { predictions: recorded.predictions }),
  };
}
