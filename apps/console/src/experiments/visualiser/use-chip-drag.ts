import { useEffect, useRef, useState } from "react";
import type { PointerEvent as ReactPointerEvent } from "react";
import { channelNames, type ChannelName } from "./chart/chart-spec.ts";

export interface ChipDrag {
  readonly field: string;
  /** Where it was taken from; undefined for the pool. */
  readonly from: ChannelName | undefined;
  readonly x: number;
  readonly y: number;
  /** Where it would fall now. */
  readonly over: ChannelName | undefined;
}

/** A shorter movement is a click. */
const least = 4;

function zoneAt(x: number, y: number): ChannelName | undefined {
  const zone = document.elementsFromPoint(x, y).find((element) => element instanceof HTMLElement && element.dataset["zone"] !== undefined);
  const name = zone instanceof HTMLElement ? zone.dataset["zone"] : undefined;
  return channelNames.find((one) => one === name);
}

interface ChipDragParts {
  readonly onDrop: (field: string, zone: ChannelName) => void;
  /** Dropped beside every zone: it leaves the one it came from. */
  readonly onOutside: (from: ChannelName) => void;
}

/** Dragging of chips by mouse or pen; Escape cancels it. Touch scrolls, and uses the chip's menu instead. */
export function useChipDrag({ onDrop, onOutside }: ChipDragParts) {
  const [drag, setDrag] = useState<ChipDrag>();
  const letGo = useRef<(() => void) | undefined>(undefined);
  const wasDragged = useRef(false);
  useEffect(() => () => letGo.current?.(), []);

  const begin = (event: ReactPointerEvent, field: string, from: ChannelName | undefined) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    letGo.current?.();
    wasDragged.current = false;
    const start = { x: event.clientX, y: event.clientY };
    let now: ChipDrag | undefined;
    const follow = (pointer: PointerEvent) => {
      const { clientX: x, clientY: y } = pointer;
      if (now === undefined && Math.hypot(x - start.x, y - start.y) < least) return;
      wasDragged.current = true;
      now = { field, from, x, y, over: zoneAt(x, y) };
      setDrag(now);
    };
    const end = () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", end);
      window.removeEventListener("keydown", escape);
      letGo.current = undefined;
      setDrag(undefined);
    };
    const drop = (pointer: PointerEvent) => {
      const dropped = now && { ...now, over: zoneAt(pointer.clientX, pointer.clientY) };
      end();
      if (dropped === undefined) return;
      if (dropped.over !== undefined) onDrop(field, dropped.over);
      else if (from !== undefined) onOutside(from);
    };
    const escape = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      end();
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", end);
    window.addEventListener("keydown", escape);
    letGo.current = end;
  };
  return {
    drag,
    begin,
    /** A click that ends a drag opens nothing. */
    isClick: () => {
      const isClick = !wasDragged.current;
      wasDragged.current = false;
      return isClick;
    },
  };
}
export type ChipDragging = ReturnType<typeof useChipDrag>;
