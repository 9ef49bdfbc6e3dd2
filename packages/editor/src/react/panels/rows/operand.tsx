import { operandSources, type FieldType, type Finding, type OperandSource } from "@airlock/flow";
import type { Command } from "../../../commands/command.ts";
import { Choice, options } from "../controls/choice.tsx";
import { FieldChoice } from "../controls/field-choice.tsx";
import { LiteralField } from "../controls/literal-field.tsx";
import { isLiteralWrong, isWrong } from "../findings-of.ts";
import { useRun } from "../use-run.ts";

interface OperandProps {
  /** "Condition 1" */
  readonly label: string;
  readonly source: OperandSource;
  readonly text: string;
  /** Types of fields that are accepted here. */
  readonly types: readonly FieldType[];
  /** Which literal is typed here. */
  readonly literal: FieldType;
  readonly set: (operand: { readonly source?: OperandSource; readonly text?: string }) => Command;
  /** The findings of the row. */
  readonly findings: readonly Finding[];
}

/** The right-hand side of a rule: its source, then the field or the literal. */
export function Operand({ label, source, text, types, literal, set, findings }: OperandProps) {
  const run = useRun();
  return (
    <>
      <Choice
        quiet
        label={`${label} value source`}
        value={source}
        choose={(value) => run(set({ source: operandSources.find((one) => one === value) ?? source }))}
      >
        {options(operandSources)}
      </Choice>
      {source === "Literal" ? (
        <LiteralField
          quiet
          label={`${label} value`}
          type={literal}
          value={text}
          invalid={isLiteralWrong(findings)}
          change={(typed) => run(set({ text: typed }))}
        />
      ) : (
        <FieldChoice
          quiet
          label={`${label} value`}
          source={source}
          types={types}
          value={text}
          either
          use={(key, from) => set({ source: from, text: key })}
          invalid={text === "" && isWrong(findings)}
        />
      )}
    </>
  );
}
