/** Whether someone types here, so that letters are letters. */
export function isField(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable=true]") !== null;
}
