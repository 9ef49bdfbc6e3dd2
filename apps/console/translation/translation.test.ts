import PO from "pofile";
import { describe, expect, it } from "vitest";
import { updatedCatalogue } from "./catalogue.ts";
import { identifiersIn } from "./identifiers.ts";
import { gapsOf, messageParts, messageText } from "./message.ts";
import { pseudoMessage } from "./pseudo.ts";
import { textsIn } from "./texts-in.ts";
import { translateSource } from "./translate-source.ts";

const vocabulary = { identifiers: new Set(["Integer", "live"]), classNames: new Set(["chip", "is-muted", "added"]) };
const textsOf = (source: string) => textsIn("a.tsx", source, vocabulary).map(({ message }) => message);
const translated = (source: string, words: Readonly<Record<string, readonly string[]>>) =>
  translateSource("a.tsx", source, vocabulary, (message) => words[message])?.toString();

describe("texts of a source", () => {
  it("are the children of an element, as one message with gaps", () => {
    expect(textsOf("<p>Send up to {limit} inputs as <code>text/csv</code>, <b>one per line</b>.</p>")).toEqual([
      "Send up to {0} inputs as <1/>, <2>one per line</2>.",
    ]);
    expect(textsOf("<p>\n  Two\n  lines{' '}\n  {/* comment */}\n</p>")).toEqual(["Two lines "]);
    expect(textsOf("<p>{isLive ? 'live' : 'stopped'}</p>")).toEqual(["live", "stopped"]);
  });

  it("are attributes, properties and results that are called so, and sentences anywhere", () => {
    expect(textsOf(`<Field label="name" type="Text" className="chip is-muted" id="Some id" />`)).toEqual(["name"]);
    expect(textsOf(`const column = { title: "name", kind: "Text", icon: "Plus sign" };`)).toEqual(["name"]);
    expect(textsOf("function stateText() { return 'stopped'; }")).toEqual(["stopped"]);
    expect(textsOf("say(`${count} of ${all} rows`);")).toEqual(["{0} of {1} rows"]);
    expect(textsOf("export const columns = ['Owner', 'Last change'];")).toEqual(["Owner", "Last change"]);
  });

  it("are all values of a table of texts, also those that are compared elsewhere", () => {
    expect(textsOf(`const statusTitles = { live: "live", version: "Integer" } as const;`)).toEqual(["live", "Integer"]);
    expect(textsOf(`const typeByWord = { int: "Integer" };`)).toEqual([]);
    expect(textsOf(`const sentences = { version: (name) => ["Deleted ", name] };`)).toEqual(["Deleted "]);
  });

  it("are the heads of a table, also those that are compared elsewhere", () => {
    expect(textsOf(`const table = <Table heads={["Day", "Integer"]} />; const shown = { heads: ["live", title] };`)).toEqual([
      "Day",
      "Integer",
      "live",
    ]);
  });

  it("are the parts of which a text is composed", () => {
    expect(textsOf('const why = `${count} ${count === 1 ? "row is" : "are"} ${isLive ? "live" : "stopped"} here`;')).toEqual([
      "{0} {1} {2} here",
      "row is",
      "are",
      "live",
      "stopped",
    ]);
    expect(textsOf('const c = `chip is-muted ${isLive ? "live" : "stopped"}`;')).toEqual([]);
  });

  it("may have words that are classes, addresses and fields in braces", () => {
    expect(textsOf("messages.success(`${name} added`);")).toEqual(["{0} added"]);
    expect(textsOf("say(`${name} must begin with https:// or http://.`);")).toEqual(["{0} must begin with https:// or http://."]);
    expect(textsOf("say('Write ${application.age} for the age.');")).toEqual(["Write $'{'application.age'}' for the age."]);
    expect(textsOf("function readPath() { return { problem: 'This cannot be read. Write it like $.score.' }; }")).toHaveLength(1);
  });

  it("are names, nouns and arguments of functions of ours", () => {
    expect(textsOf(`const noun = { one: "entry", many: "entries" };`)).toEqual(["entry", "entries"]);
    expect(textsOf(`<Row data-label="Took" name="Light appearance" data-id="Some id" />`)).toEqual(["Took", "Light appearance"]);
    expect(textsOf("replace(definition, `Import ${file}`);")).toEqual(["Import {0}"]);
    expect(textsOf(`use("Use =="); const shown = <title>Too few decisions</title>;`)).toEqual(["Use ==", "Too few decisions"]);
  });

  it("are no values of the program", () => {
    const sources = [
      `if (type === "Some type") run();`,
      `type Level = "Very high" | "Very low";`,
      `const a = "Integer"; const b = "live";`,
      `throw new Error("This is a defect.");`,
      `headers["Authorization"] = \`Bearer \${token}\`;`,
      "const d = `M ${x} ${y}`; const c = `chip is-muted ${tone}`; const e = `translate(${x}px, ${y}px)`;",
      `fetch("/some path"); import x from "some module";`,
      `switch (a) { case "Not this": break; }`,
      `const found = byName["Not this"];`,
      `const wanted = new Set(["Not this"]); const more = { mergeWith: \`label \${id}\` };`,
      `name.replace(/x/, "Not this"); lazyRouteComponent(() => import("./shell.tsx"), "Shell");`,
    ];
    expect(sources.flatMap(textsOf)).toEqual([]);
  });

  it("have a plural where they are counted", () => {
    const texts = textsIn("a.ts", `counted(n, "solution"); counted(n, "entry", "entries");`, vocabulary);
    expect(texts.map(({ message, plural }) => [message, plural])).toEqual([
      ["solution", "solutions"],
      ["entry", "entries"],
    ]);
  });
});

describe("a translated source", () => {
  it("has the gaps where the translation has them", () => {
    const words = { "Read <0>{1}</0> of {2}": ["{2}: <0>{1}</0> lesen"], "Some rows": ["Einige Zeilen"] };
    expect(translated(`<p>Read <b title="Some rows">{count}</b> of {all}</p>`, {})).toBeUndefined();
    expect(
      translated(`<p>Read <b title="Some rows">the {count}</b> of {all}</p>`, {
        "Read <0>the {1}</0> of {2}": ["{2}: <0>{1}</0>."],
        ...words,
      }),
    ).toBe(`<p>{all}{": "}<b title={"Einige Zeilen"}>{count}</b>{"."}</p>`);
  });

  it("keeps templates, quotes and nested texts", () => {
    const words = { "{0} of {1} rows": ["{1}: `{0}`"], "All of them": ['Alle "hier"'] };
    expect(translated("say(`${some ?? 'All of them'} of ${all} rows`)", words)).toBe('say(`${all}: \\`${some ?? "Alle \\"hier\\""}\\``)');
  });

  it("has both forms of a counted text", () => {
    expect(translated(`counted(rows.length, "row")`, { row: ["Zeile", "Zeilen"] })).toBe(`counted(rows.length, "Zeile", "Zeilen")`);
  });

  it("is refused if a gap is missing or added", () => {
    expect(() => translated("say(`${count} of many rows`)", { "{0} of many rows": ["alle"] })).toThrow("does not have the same gaps");
  });
});

it("values that are compared are identifiers, texts with a type are not", () => {
  const source = `
    type A = "Integer" | "Different in every record: it names the record";
    if (key === "Escape" || ["Enter"].includes(key)) z.enum(["draft"]);
    switch (a) { case "Runtime": }
    const kinds = ["RangeScore"] as const;
    const title = "Not compared";`;
  expect(identifiersIn("a.ts", source).toSorted()).toEqual(["Enter", "Escape", "Integer", "RangeScore", "Runtime", "draft"]);
});

it("messages quote braces and brackets of their text", () => {
  const parts = [
    { kind: "text", text: "a {b} <c> " },
    { kind: "value", index: 0 },
  ] as const;
  expect(messageText(parts)).toBe("a '{'b'}' '<'c'>' {0}");
  expect(messageParts(messageText(parts))).toEqual(parts);
});

it("a catalogue is out of date if it lacks a text or has one that no longer exists; translations are kept", () => {
  const templateOf = (...texts: readonly string[]) => {
    const template = new PO();
    template.items = texts.map((msgid) => Object.assign(new PO.Item(), { msgid }));
    return template;
  };
  const catalogue = updatedCatalogue(templateOf("Delete", "Save"), "").replace(/(msgid "Save"\nmsgstr) ""/, '$1 "Speichern"');
  expect(catalogue).toContain("Speichern");
  expect(updatedCatalogue(templateOf("Delete", "Save"), catalogue)).toBe(catalogue);
  expect(updatedCatalogue(templateOf("Add", "Delete", "Save"), catalogue)).toContain('msgid "Add"');
  expect(updatedCatalogue(templateOf("Save"), catalogue)).not.toContain("Delete");
  expect(updatedCatalogue(templateOf("Save"), catalogue)).toContain("Speichern");
});

describe("the pseudo-language", () => {
  it("is 30 % longer, in brackets, and keeps gaps and the white space around", () => {
    const message = "Send up to {0} inputs as <1/>, <2>one per line</2>.";
    expect(gapsOf(pseudoMessage(message))).toBe(gapsOf(message));
    const text = "The decision begins here.";
    expect(pseudoMessage(text)).toBe("⟦Ţĥé đéçíšíóñ ƀéĝíñš ĥéŕé.~~~~ ~⟧");
    expect(pseudoMessage(text).length).toBeGreaterThanOrEqual(text.length * 1.3);
    expect(pseudoMessage(" and ")).toBe(" ⟦áñđ⟧ ");
    expect(pseudoMessage("<0/>Save")).toBe("<0/>⟦Šávé⟧");
  });
});
