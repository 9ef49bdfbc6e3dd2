import { commands, coveredRows, newId, testCases, type Editor } from "@airlock/editor";
import { readLiteral, type CaseValue, type DatasetField, type TestCase } from "@airlock/flow";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useRef, useState } from "react";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { downloadFile } from "../download-file.ts";
import { useEditorValue } from "../editor/use-editor-part.ts";
import type { CaseRun, Cases } from "./use-cases.ts";
import { ActionsHead } from "../../parts/list-page/head-cells.tsx";
import { IconAction } from "../../ui/icon-action.tsx";

interface TestCasesProps {
  readonly editor: Editor;
  readonly cases: Cases;
  readonly mayEdit: boolean;
}

/** Saved cases as a table: inputs, expected outputs, and whether they matched. */
export function TestCases({ editor, cases, mayEdit }: TestCasesProps) {
  const messages = useMessages();
  const file = useRef<HTMLInputElement>(null);
  const saved = useEditorValue(editor, ({ document }) => document.testCases);
  const application = useEditorValue(editor, ({ document }) => document.applicationFields);
  const runtime = useEditorValue(editor, ({ document }) => document.runtimeFields);
  const { shown } = cases;
  const execute = (command: commands.Command) => {
    const executed = editor.execute(command);
    if (!executed.ok) messages.error("Test cases", executed.refusal.reason);
    return executed.ok;
  };
  const replace = (next: readonly TestCase[], name: string) => execute(commands.replaceTestCases(next, name));
  const add = () => {
    const name = `Case ${saved.length + 1}`;
    replace([...saved, { id: newId(), name, input: {}, expect: { runtimeData: {} } }], `Add test case ${name}`);
  };
  const importFile = async (chosen: File) => {
    const read = testCases.casesFromCsv(await chosen.text(), editor.definition, newId);
    if (read.cases.length > 0 && replace([...saved, ...read.cases], `Import ${counted(read.cases.length, "test case")}`)) {
      messages.success(`${counted(read.cases.length, "test case")} imported`);
    }
    if (read.problems.length > 0) messages.warning("Test cases", read.problems.slice(0, 3).join(" "));
  };
  const covered = shown && Math.round(shown.coverage.share * 100);
  const tables = shown && coveredRows(shown.coverage.tables.values());
  const uncovered = shown?.coverage.uncoveredLinks.length ?? 0;
  return (
    <div className="tc">
      <header className="tc-head">
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon name="play" size={14} />}
          disabled={saved.length === 0 || cases.isRunning}
          onClick={() => void cases.run()}
        >
          Run all
        </Button>
        {shown && (
          <output className="tc-sum">
            <span className={cases.failed === 0 ? "rv-status done" : "rv-status failed"}>
              <Icon name={cases.failed === 0 ? "check" : "x"} size={12} />
              {saved.length - cases.failed} of {saved.length} passed
            </span>
            <span className="muted clip">
              {covered}% of links covered.
              {uncovered > 0 && ` ${counted(uncovered, "uncovered link")} ${uncovered === 1 ? "is" : "are"} dotted.`}
              {tables !== undefined && tables.rows > 0 && ` ${tables.covered} of ${counted(tables.rows, "table row")} covered.`}
            </span>
          </output>
        )}
        <span className="grow" />
        {shown && (
          <Button size="small" color="inherit" onClick={cases.clear}>
            Clear
          </Button>
        )}
        {mayEdit && (
          <>
            <Button size="small" startIcon={<Icon name="plus" size={14} />} onClick={add}>
              Add case
            </Button>
            <Button size="small" startIcon={<Icon name="upload" size={14} />} onClick={() => file.current?.click()}>
              Import CSV
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              accept=".csv,text/csv"
              aria-label="Test cases as CSV"
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                event.target.value = "";
                if (chosen) void importFile(chosen);
              }}
            />
          </>
        )}
        <Button
          size="small"
          startIcon={<Icon name="download" size={14} />}
          disabled={saved.length === 0}
          onClick={() => downloadFile("test-cases.csv", testCases.casesToCsv(saved, editor.definition), "text/csv")}
        >
          Export CSV
        </Button>
      </header>
      {saved.length === 0 ? (
        <p className="rv-none">No test cases yet. Execute with test data and press Save as test, add one here, or import a CSV file.</p>
      ) : (
        <div className="scroll-rest tc-scroll">
          <table className="plain-table size-12 tc-table">
            <thead>
              <tr>
                <th>Result</th>
                <th>Name</th>
                {application.map((field) => (
                  <th key={field.key} className="tc-in">
                    {field.name}
                  </th>
                ))}
                {runtime.map((field) => (
                  <th key={field.key} className="tc-out">
                    {field.name}
                  </th>
                ))}
                <th>Reason codes</th>
                <ActionsHead />
              </tr>
            </thead>
            <tbody>
              {saved.map((one) => (
                <CaseRow
                  key={one.id}
                  editor={editor}
                  one={one}
                  onChange={(next, part) => void execute(commands.changeTestCase(next, part))}
                  run={shown?.runs.get(one.id)}
                  application={application}
                  runtime={runtime}
                  mayEdit={mayEdit}
                  onDelete={() =>
                    replace(
                      saved.filter((other) => other.id !== one.id),
                      `Delete test case ${one.name}`,
                    )
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

interface CaseRowProps {
  readonly editor: Editor;
  readonly one: TestCase;
  readonly run: CaseRun | undefined;
  readonly application: readonly DatasetField[];
  readonly runtime: readonly DatasetField[];
  readonly mayEdit: boolean;
  /** `part` names the cell that is typed in. */
  readonly onChange: (next: TestCase, part: string) => void;
  readonly onDelete: () => void;
}

function CaseRow({ editor, one, run, application, runtime, mayEdit, onChange: change, onDelete }: CaseRowProps) {
  const differences = new Map(run?.ran === true ? run.differences.map((one) => [one.what, one]) : []);
  const setInput = (name: string, value: CaseValue | undefined) => {
    const rest = Object.entries(one.input).filter(([key]) => key !== name);
    change({ ...one, input: Object.fromEntries(value === undefined ? rest : [...rest, [name, value]]) }, name);
  };
  const setExpected = (name: string, value: CaseValue | undefined) => {
    const rest = Object.entries(one.expect.runtimeData).filter(([key]) => key !== name);
    const runtimeData = Object.fromEntries(value === undefined ? rest : [...rest, [name, value === "(missing)" ? null : value]]);
    change({ ...one, expect: { ...one.expect, runtimeData } }, name);
  };
  const useAsTestData = () => {
    const values = Object.entries(one.input).map(([name, value]) => ({ name, value: String(value) }));
    editor.execute(commands.replaceTestData(values, `Use ${one.name} as test data`));
  };
  const codes = one.expect.reasonCodes;
  return (
    <tr>
      <td>
        <Result run={run} />
      </td>
      <td>
        <Cell
          label={`Name of ${one.name}`}
          value={one.name}
          type="String"
          isWords
          mayEdit={mayEdit}
          onValue={(name) => change({ ...one, name: String(name ?? "") }, "name")}
        />
      </td>
      {application.map(({ key, name, type }) => (
        <td key={key}>
          <Cell
            label={`${name} of ${one.name}`}
            value={one.input[name]}
            type={type}
            mayEdit={mayEdit}
            onValue={(value) => setInput(name, value)}
          />
        </td>
      ))}
      {runtime.map(({ key, name, type }) => {
        const expected = one.expect.runtimeData[name];
        const difference = differences.get(name);
        return (
          <td key={key} className={difference ? "tc-wrong" : ""}>
            <Cell
              label={`Expected ${name} of ${one.name}`}
              value={expected === null ? "(missing)" : expected}
              type={type}
              mayEdit={mayEdit}
              onValue={(value) => setExpected(name, value)}
            />
            {difference && <span className="rv-error">was {difference.actual}</span>}
          </td>
        );
      })}
      <td className={differences.has("reason codes") ? "tc-wrong" : ""}>
        <Cell
          label={`Expected reason codes of ${one.name}`}
          value={codes?.join(", ")}
          type="String"
          mayEdit={mayEdit}
          onValue={(value) => {
            const { reasonCodes: _before, ...rest } = one.expect;
            const read = String(value ?? "")
              .split(/[\s,;]+/)
              .filter((code) => code !== "");
            change({ ...one, expect: value === undefined ? rest : { ...rest, reasonCodes: read } }, "codes");
          }}
        />
        {differences.has("reason codes") && <span className="rv-error">was {differences.get("reason codes")?.actual}</span>}
      </td>
      <td className="tc-actions">
        {one.executionId !== undefined && (
          <Tooltip title="Open the execution that it was made from">
            <IconButton
              size="small"
              aria-label={`Execution of ${one.name}`}
              href={`/execution/${encodeURIComponent(one.executionId)}`}
              target="_blank"
            >
              <Icon name="executions" size={16} />
            </IconButton>
          </Tooltip>
        )}
        <IconAction
          icon="forward"
          iconSize={16}
          label={`Use ${one.name} as test data`}
          hint="Use as test data"
          size="small"
          onClick={useAsTestData}
        />
        {mayEdit && <IconAction icon="trash" iconSize={16} label={`Delete ${one.name}`} size="small" onClick={onDelete} />}
      </td>
    </tr>
  );
}

function Result({ run }: { readonly run: CaseRun | undefined }) {
  if (run === undefined) return <span className="faint">-</span>;
  const why = run.ran
    ? run.differences.map(({ what, expected, actual }) => `${what}: ${actual} instead of ${expected}`).join("; ")
    : run.problems.join("; ");
  return (
    <Tooltip title={why}>
      <span className={run.passed ? "rv-status done" : "rv-status failed"}>
        <Icon name={run.passed ? "check" : "x"} size={12} />
        {run.passed ? "Passed" : "Failed"}
        {why !== "" && <span className="sr">: {why}</span>}
      </span>
    </Tooltip>
  );
}

interface CellProps {
  readonly label: string;
  readonly value: CaseValue | undefined;
  readonly type: DatasetField["type"];
  /** A free text, not a value of the field's type. */
  readonly isWords?: boolean;
  readonly mayEdit: boolean;
  readonly onValue: (value: CaseValue | undefined) => void;
}

/** Takes what is typed when it is left; what does not fit the field's type stays marked and is not taken. */
function Cell({ label, value, type, isWords = false, mayEdit, onValue }: CellProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === undefined ? "" : String(value));
  const read = valueOf(text, type);
  if (!mayEdit) return <span className={isWords ? undefined : "mono"}>{text === "" ? "-" : text}</span>;
  const take = () => {
    if (typed === undefined || !read.ok) return;
    setTyped(undefined);
    if (read.value !== value) onValue(read.value);
  };
  return (
    <input
      className="tc-cell"
      aria-label={label}
      aria-invalid={!read.ok}
      value={text}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
        if (event.key === "Escape") setTyped(undefined);
      }}
    />
  );
}

function valueOf(
  text: string,
  type: DatasetField["type"],
): { readonly ok: true; readonly value: CaseValue | undefined } | { readonly ok: false } {
  if (text === "") return { ok: true, value: undefined };
  if (type === "String" || text === "(missing)") return { ok: true, value: text };
  const typed = text.trim();
  const literal = readLiteral(typed, type);
  if (!literal.ok) return { ok: false };
  return { ok: true, value: type === "Boolean" ? typed === "true" : type === "Date" ? typed : literal.value };
}
