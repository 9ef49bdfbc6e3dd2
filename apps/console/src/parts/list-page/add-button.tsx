import Button from "@mui/material/Button";
import { Icon } from "../../ui/icons/icon.tsx";

/** The first step of an empty list, for users who may add to it. */
export function AddButton({ onAdd }: { readonly onAdd: (() => void) | undefined }) {
  if (onAdd === undefined) return null;
  return (
    <Button variant="contained" startIcon={<Icon name="plus" size={16} />} onClick={onAdd}>
      Add
    </Button>
  );
}
