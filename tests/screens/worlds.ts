import { seed } from "../support/seed.ts";
import { publicShots } from "./shots-public.ts";
import { emptyShots, fullShots } from "./shots-screens.ts";
import { shellShots } from "./shots-shell.ts";
import type { World } from "./shot.ts";

/** In this order: what is empty must be photographed before anything is in it. */
export const worlds: readonly World[] = [
  { name: "empty", prepare: () => Promise.resolve(), shots: [...publicShots, ...emptyShots] },
  {
    name: "full",
    async prepare(product, admin) {
      const { items } = await admin.do("solutions.list");
      if (items.length === 0) await seed(product, admin);
    },
    shots: [...fullShots, ...shellShots],
  },
];
