import { useMemo, useState } from "react";
import type { HeadPlaces } from "../../ui/page-head.tsx";

/** What a frame with a top bar holds for the page inside it. */
export function useHeadPlaces() {
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [after, setAfter] = useState<HTMLElement | null>(null);
  const [title, setTitle] = useState<string>();
  const places = useMemo((): HeadPlaces => ({ before, after, setTitle }), [before, after]);
  return { places, title, setBefore, setAfter };
}
