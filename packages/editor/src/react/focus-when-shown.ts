/**
 * The `ref` of the element that a dialog focuses first. `autoFocus` does not work: in development StrictMode mounts twice, the focus trap
 * of the dialog returns the focus in between, and React sets it only once.
 */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
