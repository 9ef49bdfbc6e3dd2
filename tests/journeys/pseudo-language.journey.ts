import { expect } from "vitest";
import { journey } from "./support/journey.ts";
import { complaintsOnAll, publicVisits, switchToPseudo } from "./support/pseudo-language.ts";

// Screens behind the sign-in: `demo/pseudo-language.journey.ts`.
journey("public pages in the pseudo-language have no other text, and none is cut off", async ({ open, product }) => {
  const { page, context } = await open();
  await switchToPseudo(context, product);
  expect(await complaintsOnAll(page, publicVisits)).toEqual([]);
});
