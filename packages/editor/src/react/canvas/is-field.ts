/** Whether keys are text input here, not shortcuts. */
export function isField(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}
