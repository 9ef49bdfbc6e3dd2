import { diff, parseDefinition, type Definition } from "@airlock/flow";
import { projectRoot } from "../../../services/instance.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export async function readExample(name: string): Promise<Definition> {
  const file: unknown = JSON.parse(await readFile(join(projectRoot, "examples", `${name}.json`), "utf8"));
  return parsed(typeof file === "object" && file !== null ? Reflect.get(file, "definition") : undefined);
}

/** The semantic differences between the built and the wanted definition; nodes are matched by label and fields by name. */
export function differences(wanted: Definition, built: unknown): readonly string[] {
  const changes = diff(wanted, withIdsOf(wanted, parsed(built)));
  return changes
    .filter(({ meaning }) => meaning)
    .map(({ change, what, name, properties }) =>
      [
        what,
        name,
        change,
        ...properties.filter(({ meaning }) => meaning).map((one) => `${one.property}: ${one.before} -> ${one.after}`),
      ].join(" "),
    );
}

/** Replaces generated ids by those of the example. They are long and random, so replacing text is safe. */
function withIdsOf(wanted: Definition, built: Definition): Definition {
  const ids = new Map<string, string>();
  const pair = <Thing>(
    mine: readonly Thing[],
    theirs: readonly Thing[],
    nameOf: (thing: Thing) => string,
    idOf: (thing: Thing) => string,
  ) => {
    const known = new Map(theirs.map((thing) => [nameOf(thing), idOf(thing)]));
    for (const thing of mine) ids.set(idOf(thing), known.get(nameOf(thing)) ?? idOf(thing));
  };
  const [theirs, mine] = [wanted.solutionDefinition, built.solutionDefinition];
  pair(
    mine.nodes,
    theirs.nodes,
    (node) => node.label,
    (node) => node.id,
  );
  const ends = ({ nodes }: Definition["solutionDefinition"]) => {
    const labels = new Map(nodes.map((node) => [node.id, node.label]));
    return (link: { readonly source: string; readonly target: string }) =>
      `${labels.get(link.source) ?? ""} ${labels.get(link.target) ?? ""}`;
  };
  const [endsThere, endsHere] = [ends(theirs), ends(mine)];
  const links = new Map(theirs.links.map((link) => [endsThere(link), link.id]));
  for (const link of mine.links) ids.set(link.id, links.get(endsHere(link)) ?? link.id);
  pair(
    built.applicationDatasetFields,
    wanted.applicationDatasetFields,
    (field) => field.name,
    (field) => field.key,
  );
  pair(
    built.runtimeDatasetFields,
    wanted.runtimeDatasetFields,
    (field) => field.name,
    (field) => field.key,
  );
  const text = [...ids].reduce((now, [id, theirId]) => now.replaceAll(id, theirId), JSON.stringify(built));
  return parsed(JSON.parse(text));
}

function parsed(definition: unknown): Definition {
  const result = parseDefinition(definition);
  if (!result.ok) throw new Error("The definition cannot be read.");
  return result.definition;
}
