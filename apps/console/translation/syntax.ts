import { parseSync } from "vite";

/** A node of the syntax tree, as ESTree with TypeScript and JSX has them. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function parseSource(file: string, source: string): Syntax {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  // The parser's own types describe each of 200 kinds of nodes; here only their type at run time matters.
  return program as unknown as Syntax;
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && typeof (value as Partial<Syntax>).type === "string" && "start" in value;
}

/** The child under a key; undefined where there is none or several. */
export function child(node: Syntax, key: string): Syntax | undefined {
  const value = node[key];
  return isSyntax(value) ? value : undefined;
}

export function childList(node: Syntax, key: string): readonly Syntax[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isSyntax) : [];
}

export function children(node: Syntax): readonly Syntax[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === "parent" ? [] : Array.isArray(value) ? value.filter(isSyntax) : isSyntax(value) ? [value] : [],
  );
}

/** Of an identifier, a JSX name, a text key or a member: `Intl.NumberFormat` is `NumberFormat`. */
export function nameOf(node: Syntax | undefined): string {
  if (node === undefined) return "";
  if (typeof node["name"] === "string") return node["name"];
  if (node.type === "Literal") return String(node["value"]);
  if (node.type === "JSXNamespacedName") return `${nameOf(child(node, "namespace"))}:${nameOf(child(node, "name"))}`;
  return nameOf(child(node, "property"));
}

export function textOf(node: Syntax | undefined): string | undefined {
  return node?.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined;
}
