import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsIn } from "./imports-in.ts";

/** Files that import each other, directly or indirectly; imports of types count. Each cycle is returned once, as its files in order. */
export function findCycles(root: string, folders: readonly string[]): readonly (readonly string[])[] {
  const files = folders.flatMap((folder) =>
    globSync("**/*.{ts,tsx}", { cwd: join(root, folder), exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).map((inside) =>
      join(folder, inside),
    ),
  );
  const known = new Set(files);
  const imports = new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const targets = importsIn(text).flatMap(({ imported }) => (imported.startsWith(".") ? [join(dirname(file), imported)] : []));
      return [file, targets.filter((target) => known.has(target))] as const;
    }),
  );
  return componentsOf(imports)
    .filter((component) => component.length > 1)
    .map((component) => component.toSorted());
}

/** Strongly connected components, by Tarjan's algorithm. */
function componentsOf(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const components: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();

  function visit(node: string): void {
    index.set(node, index.size);
    low.set(node, index.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      else if (!onStack.has(next)) continue;
      low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    for (const member of component) onStack.delete(member);
    components.push(component);
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return components;
}
