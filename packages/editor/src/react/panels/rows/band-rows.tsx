import type { FieldType, Finding, RangeScoreItem, RangeScoreNode } from "@airlock/flow";
import { memo } from "react";
import { changeRow } from "../../../commands/rows.ts";
import { fieldOf } from "../../../document/fields-of.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Choice, options } from "../controls/choice.tsx";
import { Group } from "../controls/group.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { findingsAt, isNumberWrong } from "../findings-of.ts";
import { useFields } from "../use-fields.ts";
import { useRun } from "../use-run.ts";
import { RowSection } from "./row-section.tsx";
import { usePasteTable } from "./use-paste-table.tsx";

/** The bands of a Range Score. */
export function BandRows({ node, findings }: { readonly node: RangeScoreNode; readonly findings: readonly Finding[] }) {
  const { document } = useFields();
  const table = usePasteTable(node.id, "ranges");
  const points = fieldOf(document, "Runtime", node.resultField)?.type ?? "Float";
  return (
    <>
      <RowSection
        owner={{ node: node.id }}
        list="ranges"
        rows={node.ranges}
        findings={findings}
        empty="No bands yet."
        actions={table.button}
        onPaste={table.onPaste}
        className="ep-bands"
        // A new band begins where the previous one ends, so the next thing to type is its end.
        start={(node.ranges.at(-1)?.rangeTo ?? "") === "" ? 1 : 2}
        head={
          <p className="ep-columns" aria-hidden="true">
            <span />
            <span>From</span>
            <span>To</span>
            <span />
            <span>Points</span>
            <span>Reason</span>
          </p>
        }
      >
        {(row, index, remove) => (
          <BandRow
            node={node.id}
            row={row}
            index={index}
            points={points}
            findings={findingsAt(findings, "ranges", index)}
            remove={remove}
          />
        )}
      </RowSection>
      {table.dialog}
    </>
  );
}

interface BandRowProps {
  readonly node: string;
  readonly row: RangeScoreItem;
  readonly index: number;
  /** The type of the target field of the points. */
  readonly points: FieldType;
  readonly findings: readonly Finding[];
  readonly remove: () => void;
}

/** Typing in one row draws that row, not the thousand around it. */
const BandRow = memo(
  function BandRow({ node, row, index, points, findings, remove }: BandRowProps) {
    const { readOnly } = useSurroundings();
    const run = useRun();
    const areEndsWrong = findings.some(({ code }) => code === "BAND_EMPTY");
    const isEndWrong = (text: string) => areEndsWrong || isNumberWrong(findings, text, "Float", true);
    const label = `Band ${index + 1}`;
    const change = (changes: Partial<RangeScoreItem>) => run(changeRow({ node }, "ranges", index, changes));
    return (
      <Group className="ep-columns" label={label}>
        <Choice
          quiet
          mono
          bare
          label={`${label} start bracket`}
          value={row.rangeFromIncludeExclude}
          choose={(value) => change({ rangeFromIncludeExclude: value === "(" ? "(" : "[" })}
        >
          {options(["[", "("])}
        </Choice>
        <TextField
          quiet
          mono
          numeric
          label={`${label} from`}
          value={row.rangeFrom}
          invalid={isEndWrong(row.rangeFrom)}
          change={(rangeFrom) => change({ rangeFrom })}
        />
        <TextField
          quiet
          mono
          numeric
          label={`${label} to`}
          value={row.rangeTo}
          invalid={isEndWrong(row.rangeTo)}
          change={(rangeTo) => change({ rangeTo })}
        />
        <Choice
          quiet
          mono
          bare
          label={`${label} end bracket`}
          value={row.rangeToIncludeExclude}
          choose={(value) => change({ rangeToIncludeExclude: value === "]" ? "]" : ")" })}
        >
          {options([")", "]"])}
        </Choice>
        <TextField
          quiet
          mono
          numeric
          label={`${label} points`}
          value={row.score}
          invalid={isNumberWrong(findings, row.score, points)}
          change={(score) => change({ score })}
        />
        <TextField quiet mono label={`${label} reason code`} value={row.reasonCode} change={(reasonCode) => change({ reasonCode })} />
        {!readOnly && <IconButton label={`Delete band ${index + 1}`} icon="trash" press={remove} />}
      </Group>
    );
  },
  // `remove` is a new function at every render, but does the same for the same index in a list of the same length.
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.points === after.points &&
    before.findings === after.findings &&
    before.node === after.node,
);
