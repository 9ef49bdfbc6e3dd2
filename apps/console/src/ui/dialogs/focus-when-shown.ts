/**
 * The `ref` of what a dialog focuses first. `autoFocus` does not do: in development StrictMode mounts twice, the focus trap of
 * the dialog gives the focus back in between, and React sets it only once.
 */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
