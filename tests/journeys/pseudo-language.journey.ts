import { expect } from "vitest";
import { journey } from "./support/journey.ts";
import { complaintsOnAll, publicVisits, switchToPseudo } from "./support/pseudo-language.ts";

// Screens behind the sign-in: `demo/pseudo-language.journey.ts`.
journey("public pages in the pseudo-language have no other text, and none is cut off", async (stage) => {
  await switchToPseudo(stage);
  const { page } = await stage.open();
  expect(await complaintsOnAll(page, publicVisits)).toEqual([]);
});
