import type { DatasetField, FieldSource } from "@airlock/flow";
import { counted } from "../../../document/titles.ts";
import type { FieldPlaceUse } from "../../../fields/field-uses.ts";
import { ConfirmDialog } from "../../confirm-dialog.tsx";
import { FieldChip } from "../controls/field-chip.tsx";
import { UseList } from "./use-list.tsx";

interface DeleteFieldDialogProps {
  readonly source: FieldSource;
  readonly field: DatasetField;
  readonly uses: readonly FieldPlaceUse[];
  readonly onOpenProperties: (() => void) | undefined;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** A field that is used is not deleted before it is said where. */
export function DeleteFieldDialog({ source, field, uses, onOpenProperties, confirm, close }: DeleteFieldDialogProps) {
  return (
    <ConfirmDialog open title="Delete field?" verb="Delete" onConfirm={confirm} onCancel={close}>
      <p>
        <FieldChip source={source} name={field.name} /> is used in {counted(uses.length, "place")}. What uses it will refer to a field that
        no longer exists.
      </p>
      <UseList
        uses={uses}
        left={() => {
          close();
          onOpenProperties?.();
        }}
      />
    </ConfirmDialog>
  );
}
