import type { FieldSource, FieldType, Finding } from "@airlock/flow";
import type { Command } from "../../../commands/command.ts";
import { FieldChoice } from "./field-choice.tsx";
import { Notes } from "./notes.tsx";
import { findingsAt } from "../findings-of.ts";

interface PropertyFieldProps {
  readonly property: string;
  readonly label: string;
  readonly source: FieldSource;
  readonly types: readonly FieldType[];
  readonly value: string;
  readonly findings: readonly Finding[];
  readonly use: (key: string, source: FieldSource) => Command;
  /** Fields of the other origin are accepted too. */
  readonly either?: boolean;
  readonly help?: string;
}

/** A property that is a field: the result of a calculation, the score of a prediction. */
export function PropertyField({ property, label, source, types, value, findings, use, either = false, help }: PropertyFieldProps) {
  const own = findingsAt(findings, property);
  return (
    <div className="ep-property">
      <FieldChoice
        label={label}
        source={source}
        types={types}
        value={value}
        use={use}
        either={either}
        place={property}
        invalid={own.some((finding) => finding.level === "error")}
      />
      {help !== undefined && <p className="ep-empty-row">{help}</p>}
      <Notes findings={own} />
    </div>
  );
}
