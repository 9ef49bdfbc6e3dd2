import { createContext, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { HeadPlacesContext, type HeadPlaces as Places } from "../../ui/page-head.tsx";
import { useTitle } from "../../ui/use-title.ts";

interface Head {
  /** The title that the page set; undefined where it has none of its own. */
  readonly title: string | undefined;
  readonly setBefore: (place: HTMLElement | null) => void;
  readonly setAfter: (place: HTMLElement | null) => void;
}

const HeadContext = createContext<Head | undefined>(undefined);

/** Around a frame: connects its `Head` with the `PageHead` of the page inside. Only these render again when one of them changes, not the frame. */
export function HeadPlaces({ children }: { readonly children: ReactNode }) {
  const [before, setBefore] = useState<HTMLElement | null>(null);
  const [after, setAfter] = useState<HTMLElement | null>(null);
  const [title, setTitle] = useState<string>();
  const places = useMemo((): Places => ({ before, after, setTitle }), [before, after]);
  const head = useMemo((): Head => ({ title, setBefore, setAfter }), [title]);
  return (
    <HeadContext value={head}>
      <HeadPlacesContext value={places}>{children}</HeadPlacesContext>
    </HeadContext>
  );
}

/** The title in the top bar and in the window's title, between what the page puts before and after it. */
export function Head({ title }: { readonly title: string }) {
  const head = useContext(HeadContext);
  if (!head) throw new Error("There are no head places around this component.");
  const { title: ownTitle, setBefore, setAfter } = head;
  const shown = ownTitle ?? title;
  useTitle(shown);
  return (
    <>
      <div className="top-before" ref={setBefore} />
      <h1 className="clip">{shown}</h1>
      <div className="top-after" ref={setAfter} />
    </>
  );
}
