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

/** What a shot is arranged with. The page is the variant's own; a signed-in shot finds its person signed in. */
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
  /** Whether the administrator is signed in; otherwise the browser is a stranger's. */
  readonly signedIn: boolean;
  /** Of something that small screens do not have: under 700 the editor is for reading and running. */
  readonly wideOnly?: boolean;
  /** Brings the page to what is photographed. */
  readonly arrange: (scene: Scene) => Promise<void>;
}

/** Shots that are taken with the same data in the product. */
export interface World {
  readonly name: string;
  readonly prepare: (product: Product, admin: Caller) => Promise<void>;
  readonly shots: readonly Shot[];
}
