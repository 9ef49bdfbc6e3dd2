import type { BrowserContext, Page } from "playwright-core";
import { narrow, wide, type Viewport } from "../support/browser.ts";
import type { Caller } from "../support/caller.ts";
import type { Product } from "../support/product.ts";
import type { Surroundings } from "../support/surroundings.ts";

export interface Variant {
  readonly name: "wide" | "narrow" | "dark";
  readonly viewport: Viewport;
  readonly dark: boolean;
}

export const variants: readonly Variant[] = [
  { name: "wide", viewport: wide, dark: false },
  { name: "narrow", viewport: narrow, dark: false },
  { name: "dark", viewport: wide, dark: true },
];

/** The context of a shot. The page is the variant's own; in a signed-in shot the user is signed in. */
export interface Scene extends Omit<Surroundings, "putBack"> {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly product: Product;
  readonly admin: Caller;
  readonly variant: Variant;
}

export interface Shot {
  /** The picture's file name, before the variant. */
  readonly name: string;
  /** What the picture shows, for the index. */
  readonly shows: string;
  /** Whether the administrator is signed in; otherwise the browser is anonymous. */
  readonly signedIn: boolean;
  /** For features that small screens do not have: below 700 the editor is for reading and running. */
  readonly wideOnly?: boolean;
  /** Brings the page into the state to photograph. */
  readonly arrange: (scene: Scene) => Promise<void>;
}

/** Shots with the same data in the product. */
export interface World {
  readonly name: string;
  readonly prepare: (product: Product, admin: Caller) => Promise<void>;
  readonly shots: readonly Shot[];
}
