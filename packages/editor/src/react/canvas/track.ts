import { intentOf } from "../../keys/key-map.ts";

export interface Tracked {
  /** The pointer went far enough to mean it. */
  readonly start: () => void;
  readonly move: (event: PointerEvent) => void;
  /** Released, or cancelled: with Escape or undo, by the system, or by another press whose release cannot belong to this one. */
  readonly end: (isDone: boolean, last: PointerEvent | undefined) => void;
  /** Released where it was pressed. */
  readonly click?: () => void;
}

/** A hand is never quite still: less than this is a click. */
const slack = 4;

/**
 * Tracks the pointer from a press to its release, also outside of the element. Meanwhile other fingers and the keys of the editor do nothing: an
 * edit would change what is dragged.
 */
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
    window.removeEventListener("pointerdown", onDown, true);
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
    const intent = intentOf(event, false);
    if (intent === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (intent === "release" || intent === "undo") stop(false, undefined);
  };
  const onDown = (event: PointerEvent): void => {
    // The first pointer of its kind begins a new gesture: the release of this one was lost, or another device takes over.
    if (event.isPrimary) stop(false, undefined);
    else event.stopPropagation();
  };
  window.addEventListener("pointermove", onMove);
  window.addEventListener("pointerup", onUp);
  window.addEventListener("pointercancel", onCancel);
  window.addEventListener("pointerdown", onDown, true);
  window.addEventListener("keydown", onKey, true);
}
