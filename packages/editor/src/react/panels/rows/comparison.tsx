import { listKeyTypes, rightHandOf, type ConditionItem, type FieldType, type Finding } from "@airlock/flow";
import { useId, useState } from "react";
import type { Command } from "../../../commands/command.ts";
import type { Refusal } from "../../../rules/refusal.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Hint } from "../controls/hint.tsx";
import { ListChoice } from "../controls/list-choice.tsx";
import { LiteralField } from "../controls/literal-field.tsx";
import { isNumberWrong, isWrong } from "../findings-of.ts";
import { useRun } from "../use-run.ts";

interface ComparisonProps {
  /** "Condition 1" */
  readonly label: string;
  readonly row: ConditionItem;
  /** Of the field on the left. */
  readonly type: FieldType;
  readonly change: (changes: Partial<Pick<ConditionItem, "rightHandFieldname" | "rightHandValues">>) => Command;
  readonly findings: readonly Finding[];
}

/** Whether an operator compares with something other than one field or literal. */
export function hasOwnComparison({ operator }: Pick<ConditionItem, "operator">): boolean {
  return rightHandOf(operator) !== "operand";
}

/** The right-hand side of a condition that compares with values, with a list of the organisation, with two bounds or with nothing. */
export function Comparison({ label, row, type, change, findings }: ComparisonProps) {
  const run = useRun();
  const values = row.rightHandValues ?? [];
  const put = (rightHandValues: readonly string[]) => run(change({ rightHandValues }));
  switch (rightHandOf(row.operator)) {
    case "list":
      return <ValueList label={label} values={values} put={put} invalid={values.length === 0 && isWrong(findings)} />;
    case "listName":
      return (
        <span className="ep-comparison is-list">
          <ListChoice
            quiet
            label={`${label} list`}
            value={row.rightHandFieldname}
            keyType={listKeyTypes.find((keyType) => keyType === type)}
            choose={({ name }) => run(change({ rightHandFieldname: name }))}
            invalid={isWrong(findings)}
          />
        </span>
      );
    case "bounds":
      return <Bounds label={label} values={values} type={type} put={put} findings={findings} />;
    case "none":
    case "operand":
      return <span className="ep-comparison" />;
  }
}

interface BoundsProps extends Pick<ComparisonProps, "label" | "type" | "findings"> {
  readonly values: readonly string[];
  readonly put: (values: readonly string[]) => Refusal | undefined;
}

function Bounds({ label, values, type, put, findings }: BoundsProps) {
  const [least = "", greatest = ""] = values;
  return (
    <span className="ep-comparison is-bounds">
      <LiteralField
        quiet
        label={`${label} lowest value`}
        type={type}
        value={least}
        invalid={isNumberWrong(findings, least, type)}
        change={(text) => put([text, greatest])}
      />
      <span>and</span>
      <LiteralField
        quiet
        label={`${label} highest value`}
        type={type}
        value={greatest}
        invalid={isNumberWrong(findings, greatest, type)}
        change={(text) => put([least, text])}
      />
    </span>
  );
}

interface ValueListProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly put: (values: readonly string[]) => Refusal | undefined;
  readonly invalid: boolean;
}

/** One value on a line, so that a value may have commas in it. */
function ValueList({ label, values, put, invalid }: ValueListProps) {
  const { editor, readOnly } = useSurroundings();
  const [typed, setTyped] = useState(() => values.join("\n"));
  const [refusal, setRefusal] = useState<Refusal>();
  const hintId = useId();
  // A new list from outside, such as an undo, replaces the typed text.
  const isTyped = valuesIn(typed).join("\n") === values.join("\n");
  const text = isTyped ? typed : values.join("\n");
  return (
    <span className="ep-comparison ep-field-box">
      <textarea
        className="ep-input is-line mono"
        aria-label={`${label} values, one on a line`}
        placeholder="One value on a line"
        rows={Math.min(Math.max(text.split("\n").length, 2), 8)}
        value={text}
        readOnly={readOnly}
        aria-invalid={invalid || refusal !== undefined}
        aria-describedby={hintId}
        spellCheck={false}
        onChange={(event) => {
          const why = put(valuesIn(event.target.value));
          setRefusal(why);
          if (why === undefined) setTyped(event.target.value);
        }}
        onBlur={() => {
          setRefusal(undefined);
          editor.settle();
        }}
      />
      <Hint id={hintId} refusal={refusal} />
    </span>
  );
}

/** White space around a value is removed: it is invisible and hardly ever intended. */
function valuesIn(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
