import Button from "@mui/material/Button";

interface SaveButtonsProps {
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The buttons of a dialog that collects changes. A dialog with a form is a `FormDialog`. */
export function SaveButtons({ canSave, onSave, onClose }: SaveButtonsProps) {
  return (
    <>
      <Button color="inherit" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="contained" disabled={!canSave} onClick={onSave}>
        Save
      </Button>
    </>
  );
}
