import { parseDefinition, type Definition, type TestCase } from "@airlock/flow";

export interface Template {
  /** The name of its file, for links to it. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** With its cases, and the first of them as test data. */
  readonly definition: Definition;
  /** The rows of the lists that it uses. */
  readonly lists?: readonly TemplateList[];
}

export interface TemplateList {
  readonly name: string;
  /** The name of the key's column. */
  readonly key: string;
  /** The key first, then a value for each column. */
  readonly rows: readonly (readonly [key: string, ...values: (string | number | null)[]])[];
}

interface ExampleFile {
  readonly name: string;
  readonly description: string;
  readonly definition: unknown;
  readonly lists?: readonly TemplateList[];
  readonly cases: readonly Omit<TestCase, "id">[];
}

// Loaded on demand, when a solution is added.
const files = import.meta.glob<ExampleFile>("../../../../examples/*.json", { import: "default" });

/** The golden examples, as templates to start from. */
export async function loadTemplates(): Promise<readonly Template[]> {
  const examples = await Promise.all(Object.entries(files).map(async ([path, load]) => templateOf(keyOf(path), await load())));
  return examples.toSorted((a, b) => a.name.localeCompare(b.name));
}

function keyOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}

function templateOf(key: string, { name, description, definition, lists, cases }: ExampleFile): Template {
  const testCases = cases.map((one, index) => ({ ...one, id: `case${index + 1}` }));
  const applicationTestData = Object.entries(cases[0]?.input ?? {}).map(([field, value]) => ({ name: field, value: String(value) }));
  const parsed = parseDefinition({ ...(definition as object), testCases, applicationTestData });
  if (!parsed.ok) throw new Error(`The template ${name} cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return { key, name, description, definition: parsed.definition, ...(lists === undefined ? {} : { lists }) };
}
