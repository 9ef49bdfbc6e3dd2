import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { HeadSlotsContext, type HeadSlots } from "../../ui/page-head.tsx";
import { HeadContext, type HeadState } from "./head-context.ts";

/** Around a frame: connects its `Head` with the `PageHead` of the page inside. Only these render again when one of them changes, not the frame. */
export function HeadSlotsProvider({ children }: { readonly children: ReactNode }) {
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [after, setAfter] = useState<HTMLElement | null>(null);
  const [title, setTitle] = useState<string>();
  const slots = useMemo((): HeadSlots => ({ before, after, setTitle }), [before, after]);
  const head = useMemo((): HeadState => ({ title, setBefore, setAfter }), [title]);
  return (
    <HeadContext value={head}>
      <HeadSlotsContext value={slots}>{children}</HeadSlotsContext>
    </HeadContext>
  );
}
