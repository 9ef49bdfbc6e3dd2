export interface Tracked {
  /** The pointer went far enough to mean it. */
  readonly start: () => void;
  readonly move: (event: PointerEvent) => void;
  /** Released, or cancelled with Escape. */
  readonly end: (isDone: boolean, last: PointerEvent | undefined) => void;
  /** Released where it was pressed. */
  readonly click?: () => void;
}

/** A hand is never quite still: less than this is a click. */
const slack = 4;

/** Tracks the pointer from a press to its release, also outside of the element. */
export function track(press: PointerEvent, tracked: Tracked): void {
  const { pointerId, clientX, clientY } = press;
  let hasStarted = false;
  const onMove = (event: PointerEvent): void => {
    if (event.pointerId !== pointerId) return;
    if (!hasStarted && Math.hypot(event.clientX - clientX, event.clientY - clientY) < slack) return;
    if (!hasStarted) {
      hasStarted = true;
      tracked.start();
    }
    tracked.move(event);
  };
  const stop = (isDone: boolean, last: PointerEvent | undefined): void => {
    window.removeEventListener("pointermove", onMove);
    window.removeEventListener("pointerup", onUp);
    window.removeEventListener("pointercancel", onCancel);
    window.removeEventListener("keydown", onKey, true);
    if (hasStarted) tracked.end(isDone, last);
    else if (isDone) tracked.click?.();
  };
  const onUp = (event: PointerEvent): void => {
    if (event.pointerId === pointerId) stop(true, event);
  };
  const onCancel = (event: PointerEvent): void => {
    if (event.pointerId === pointerId) stop(false, undefined);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    stop(false, undefined);
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onCancel);
  window.addEventListener("keydown", onKey, true);
}
