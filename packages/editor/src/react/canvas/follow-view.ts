import { gridSize } from "@airlock/flow";
import { distanceAt, type CanvasView } from "./canvas-view.ts";

/** Below this the dots of the grid would be a fog. */
const leastDots = 8;

/** Moves the sheet and its dots with the view, and reports the size of the surface to it. Returns a function that stops it. */
export function followView(view: CanvasView, surface: HTMLElement, sheet: HTMLElement): () => void {
  const { editor } = view;
  const place = (): void => {
    const { x, y } = view.pan.get();
    const { scale } = view;
    const step = gridSize * scale * (gridSize * scale < leastDots ? 4 : 1);
    sheet.style.transform = `translate(${x}px,${y}px) scale(${scale})`;
    surface.style.backgroundSize = `${step}px ${step}px`;
    surface.style.backgroundPosition = `${x - step / 2}px ${y - step / 2}px`;
    surface.classList.toggle("is-far", distanceAt(editor.state.zoom) !== "near");
    surface.classList.toggle("has-large-names", editor.state.zoom < 40);
  };
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = surface;
    const isFirst = view.size.get().width === 0;
    const wasSeen = view.isSelectionSeen;
    view.size.set({ width, height });
    if (isFirst && width > 0) view.open();
    // A panel that opens beside the diagram must not hide what it is about.
    else if (wasSeen) view.revealSelection();
  };
  const observer = new ResizeObserver(measure);
  observer.observe(surface);
  measure();
  place();
  const ends = [view.pan.watch(place), editor.watchPart("zoom", place)];
  return () => {
    observer.disconnect();
    for (const end of ends) end();
  };
}

/** A wheel pans, with Ctrl or by pinching it zooms around the pointer. */
export function takeWheel(view: CanvasView, surface: HTMLElement): () => void {
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.ctrlKey || event.metaKey) {
      const { zoom } = view.editor.state;
      const next = Math.round(zoom * Math.exp((-event.deltaY * unit) / 400));
      view.zoomTo(next === zoom ? zoom - Math.sign(event.deltaY) : next, { x: event.clientX, y: event.clientY });
    } else if (event.shiftKey && event.deltaX === 0) view.panBy(-event.deltaY * unit, 0);
    else view.panBy(-event.deltaX * unit, -event.deltaY * unit);
  };
  // A passive listener could not keep the page from scrolling or zooming itself.
  surface.addEventListener("wheel", onWheel, { passive: false });
  return () => surface.removeEventListener("wheel", onWheel);
}
