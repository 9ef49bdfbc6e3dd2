import { useEffect, useRef, type RefObject } from "react";

/** For the button that begins an edit: it has the focus again when the edit ends, unless Tab or a click has moved it already. */
export function useFocusAfterEdit(editing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return button;
}
