import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { runnable } from "../testing/specimens.ts";
import { readDraft } from "./store.ts";

const { api, admin } = await apiInOrganisation("Drafts");

test("a draft that another user saves while it is read has its own revision", async () => {
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Read and saved", definition: runnable } });
  const at = { solutionId: solution.webSafeString };
  let isSaved = false;
  const saving: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isSaved) {
        isSaved = true;
        await admin.must("definition.update", { at, body: runnable });
      }
      return result;
    },
  };
  const { revision } = await api.parts.postgres.inOrganisation(admin, (tx) => readDraft(tx.withPlugin(saving), at.solutionId));
  expect(isSaved).toBe(true);
  // A change that is based on what was read does not overwrite what was saved.
  const changed = await api.ask(admin.token, "definition.update", { at, body: { ...runnable, revision } });
  expect([changed.statusCode, changed.json<{ code: string }>().code]).toEqual([409, "EDIT_CONFLICT"]);
});
