import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Definition, Effects, Held, ListVersion } from "@airlock/engine";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";

/** The rows of the lists that an example uses; the key comes first. */
export const exampleLists = z.array(
  z.object({ name: z.string(), key: z.string(), rows: z.array(z.tuple([z.string()]).rest(z.union([z.string(), z.number(), z.null()]))) }),
);
type ExampleLists = z.output<typeof exampleLists>;

const example = z.object({
  name: z.string(),
  description: z.string(),
  definition: z.looseObject({}),
  lists: exampleLists.optional(),
  cases: z.array(z.object({ input: z.record(z.string(), z.unknown()), webCalls: z.unknown().optional() })),
});
export type Example = z.output<typeof example>;

/** The golden examples, ordered by name. */
export async function readExamples(): Promise<readonly Example[]> {
  const folder = join(projectRoot, "examples");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).toSorted();
  return Promise.all(files.map(async (file) => example.parse(JSON.parse(await readFile(join(folder, file), "utf8")))));
}

/** The rows of a list of an example, as the engine holds them: examples have neither Dates nor Booleans in lists. */
export function exampleRows(lists: ExampleLists = [], name: string): readonly { readonly key: string; readonly values: readonly Held[] }[] {
  const rows = lists.find((list) => list.name === name)?.rows ?? [];
  return rows.map(([key, ...values]) => ({ key, values: values.map((value) => value ?? undefined) }));
}

/** Looks values up in the lists of an example. */
export function exampleHost(
  lists: ExampleLists | undefined,
  { lists: described = [] }: Pick<Definition, "lists">,
): NonNullable<Effects["list"]> {
  const versions = new Map(
    described.map(({ listId, name, columns }): [string, ListVersion] => {
      const rows = exampleRows(lists, name);
      const find = (key: string) => rows.findIndex((row) => row.key === key);
      return [listId, { number: 1, table: { columns, find, value: (row, column) => rows[row]?.values[column] } }];
    }),
  );
  return (listId) => versions.get(listId);
}
