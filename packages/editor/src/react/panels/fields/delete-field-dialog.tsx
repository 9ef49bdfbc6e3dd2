import type { DatasetField, FieldSource, TestCase } from "@airlock/flow";
import { counted } from "../../../document/titles.ts";
import type { FieldPlaceUse } from "../../../fields/field-uses.ts";
import { ConfirmDialog } from "../../confirm-dialog.tsx";
import { FieldChip } from "../controls/field-chip.tsx";
import { UseList } from "./use-list.tsx";

interface DeleteFieldDialogProps {
  readonly source: FieldSource;
  readonly field: DatasetField;
  readonly uses: readonly FieldPlaceUse[];
  /** Test cases with a value for it, or that expect one. */
  readonly cases: readonly TestCase[];
  readonly onOpenProperties: (() => void) | undefined;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** Test cases that are named; the rest is counted. */
const maxNamed = 3;

/** Lists the uses of a field before it is deleted. */
export function DeleteFieldDialog({ source, field, uses, cases, onOpenProperties, confirm, close }: DeleteFieldDialogProps) {
  return (
    <ConfirmDialog open title="Delete field?" verb="Delete" onConfirm={confirm} onCancel={close}>
      {uses.length > 0 && (
        <p>
          <FieldChip source={source} name={field.name} /> is used in {counted(uses.length, "place")}. They will refer to a field that no
          longer exists.
        </p>
      )}
      <UseList
        uses={uses}
        left={() => {
          close();
          onOpenProperties?.();
        }}
      />
      {cases.length > 0 && (
        <p>
          {counted(cases.length, "test case")} {source === "Application" ? "with a value for" : "with an expected"}{" "}
          <FieldChip source={source} name={field.name} />: {namesText(cases)}.
        </p>
      )}
    </ConfirmDialog>
  );
}

function namesText(cases: readonly TestCase[]): string {
  const names = cases.slice(0, maxNamed).map(({ name }) => name);
  return names.join(", ") + (cases.length > maxNamed ? ` and ${cases.length - maxNamed} more` : "");
}
