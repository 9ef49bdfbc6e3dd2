import { fieldSources, type FieldSource, type FieldType, type Finding, type ListScoreNode, type RangeScoreNode } from "@airlock/flow";
import type { ReactNode } from "react";
import type { Command } from "../../commands/command.ts";
import { numberTypes } from "../../rules/field-rules.ts";
import { Choice, options } from "./controls/choice.tsx";
import { Notes } from "./controls/notes.tsx";
import { TextField } from "./controls/text-field.tsx";
import { findingsAt } from "./findings-of.ts";
import { useRun } from "./use-run.ts";
import { PropertyField } from "./controls/property-field.tsx";

interface ScoreChanges {
  readonly scoredDatasource?: FieldSource;
  readonly scoredField?: string;
  readonly defaultScore?: string;
  readonly resultField?: string;
}

interface ScoreFrameProps {
  readonly node: RangeScoreNode | ListScoreNode;
  readonly findings: readonly Finding[];
  /** Types of fields that can be scored. */
  readonly types: readonly FieldType[];
  readonly change: (changes: ScoreChanges) => Command;
  readonly children: ReactNode;
}

/** Shared by both scores: the scored field, the default points, and the target field. */
export function ScoreFrame({ node, findings, types, change, children }: ScoreFrameProps) {
  const run = useRun();
  const ofDefault = findingsAt(findings, "defaultScore");
  return (
    <>
      <div className="ep-pair is-even">
        <Choice
          label="Source"
          value={node.scoredDatasource}
          place="scoredDatasource"
          choose={(value) => run(change({ scoredDatasource: value === "Runtime" ? "Runtime" : "Application" }))}
        >
          {options(fieldSources)}
        </Choice>
        <PropertyField
          property="scoredField"
          label="Scored field"
          source={node.scoredDatasource}
          types={types}
          value={node.scoredField}
          findings={findings}
          either
          use={(scoredField, scoredDatasource) => change({ scoredField, scoredDatasource })}
        />
      </div>
      {children}
      <div className="ep-pair is-even">
        <div className="ep-property">
          <TextField
            mono
            numeric
            label="Default points"
            place="defaultScore"
            placeholder="none"
            value={node.defaultScore}
            invalid={ofDefault.some((finding) => finding.level === "error")}
            change={(defaultScore) => run(change({ defaultScore }))}
          />
          <Notes findings={ofDefault} />
        </div>
        <PropertyField
          property="resultField"
          label="Result"
          source="Runtime"
          types={numberTypes}
          value={node.resultField}
          findings={findings}
          use={(resultField) => change({ resultField })}
        />
      </div>
    </>
  );
}
