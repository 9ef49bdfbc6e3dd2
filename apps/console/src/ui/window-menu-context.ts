import { createContext } from "react";
import type { ReactNode } from "react";

/** The button that opens the left menu drawer, for editors that have a top bar of their own; nothing outside a window of the console. */
export const WindowMenuContext = createContext<ReactNode>(null);
