import "./required-hint.css";

/** At the bottom left of a dialog: what the asterisk of a field means. */
export function RequiredHint() {
  return (
    <>
      <span className="required-mark">*</span> Required
    </>
  );
}
