import { fieldSources, fieldTypes, type FieldSource, type FieldType, type Finding, type OperandSource } from "@airlock/flow";
import type { ReactNode } from "react";
import type { Command } from "../../../commands/command.ts";
import { fieldOf } from "../../../document/fields-of.ts";
import { rightHandTypes } from "../../../rules/field-rules.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Choice, options } from "../controls/choice.tsx";
import { FieldChoice } from "../controls/field-choice.tsx";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { isWrong } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { Operand } from "./operand.tsx";

/** What conditions and setters share. */
interface Rule<Operator extends string> {
  readonly leftHandDatasource: FieldSource;
  readonly leftHandFieldname: string;
  readonly leftHandType: FieldType;
  readonly operator: Operator;
  readonly rightHandDatasource: OperandSource;
  readonly rightHandFieldname: string;
}

interface RuleRowProps<Operator extends string> {
  /** "condition 1" */
  readonly name: string;
  readonly row: Rule<Operator>;
  /** Which operators a field of this type allows. */
  readonly operatorsFor: (type: FieldType) => readonly Operator[];
  readonly change: (changes: Partial<Omit<Rule<Operator>, "leftHandDatasource">>) => Command;
  /** Set if the left side may be of either origin; otherwise the origin is fixed. */
  readonly changeLeft?: (left: Pick<Rule<Operator>, "leftHandDatasource" | "leftHandFieldname">) => Command;
  /** Replaces the field or literal, for operators that compare with something else. */
  readonly comparison?: ReactNode;
  /** The findings of the row. */
  readonly findings: readonly Finding[];
  readonly remove: () => void;
  /** Shown below the row. */
  readonly children?: ReactNode;
}

/** A field, an operator and the right-hand side: a condition, or a setter, whose left side is always a runtime field. */
export function RuleRow<Operator extends string>(props: RuleRowProps<Operator>) {
  const { name, row, operatorsFor, change, changeLeft, comparison, findings, remove, children } = props;
  const { readOnly } = useSurroundings();
  const { document } = useFields();
  const run = useRun();
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const type = fieldOf(document, row.leftHandDatasource, row.leftHandFieldname)?.type ?? row.leftHandType;
  const allowed = operatorsFor(type);
  const offered = allowed.includes(row.operator) ? allowed : [row.operator, ...allowed];
  return (
    <Group className="ep-rule" label={label}>
      {changeLeft === undefined ? (
        <span className="ep-fixed">{row.leftHandDatasource}</span>
      ) : (
        <Choice
          quiet
          label={`${label} source`}
          value={row.leftHandDatasource}
          choose={(value) =>
            run(
              changeLeft({ leftHandDatasource: value === "Runtime" ? "Runtime" : "Application", leftHandFieldname: row.leftHandFieldname }),
            )
          }
        >
          {options(fieldSources)}
        </Choice>
      )}
      <FieldChoice
        quiet
        label={`${label} field`}
        source={row.leftHandDatasource}
        types={fieldTypes}
        value={row.leftHandFieldname}
        either={changeLeft !== undefined}
        use={(leftHandFieldname, leftHandDatasource) =>
          changeLeft === undefined ? change({ leftHandFieldname }) : changeLeft({ leftHandFieldname, leftHandDatasource })
        }
        invalid={row.leftHandFieldname === "" && isWrong(findings)}
      />
      <Choice
        quiet
        mono
        label={`${label} operator`}
        value={row.operator}
        choose={(value) => run(change({ operator: offered.find((one) => one === value) ?? row.operator }))}
        invalid={!allowed.includes(row.operator)}
      >
        {options(offered)}
      </Choice>
      {comparison === undefined ? (
        <Operand
          label={label}
          source={row.rightHandDatasource}
          text={row.rightHandFieldname}
          types={rightHandTypes(type)}
          literal={type}
          set={({ source, text }) =>
            change({
              ...(source === undefined ? {} : { rightHandDatasource: source }),
              ...(text === undefined ? {} : { rightHandFieldname: text }),
            })
          }
          findings={findings}
        />
      ) : (
        comparison
      )}
      {readOnly ? <span /> : <IconButton label={`Delete ${name}`} icon="trash" press={remove} />}
      {children}
    </Group>
  );
}
