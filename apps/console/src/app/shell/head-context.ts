import { createContext } from "react";

export interface HeadState {
  /** The title that the page set; undefined where it has none of its own. */
  readonly title: string | undefined;
  readonly setBefore: (slot: HTMLElement | null) => void;
  readonly setAfter: (slot: HTMLElement | null) => void;
}

/** What the `Head` of a frame gets from the `HeadSlotsProvider` around it. */
export const HeadContext = createContext<HeadState | undefined>(undefined);
