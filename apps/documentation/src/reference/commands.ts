import { sectionOf } from "../markdown.ts";
import { readSource } from "../repository.ts";

interface CommandRow {
  readonly section: string;
  readonly commands: string;
  readonly meaning: string;
  /** Scripts of `package.json` that its commands run. */
  readonly scripts: readonly string[];
}

const source = "CONTRIBUTING.md";
/** Shown first: the only ones that operators need. */
const ofOperators = "On a running instance";

/** The tables of the contributors' guide. */
export function readCommands(): readonly CommandRow[] {
  let section = "";
  return sectionOf(readSource(source), "Commands")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("## ")) section = line.slice(3);
      if (!line.startsWith("| `")) return [];
      // A bar inside a cell is escaped.
      const [, commands = "", meaning = ""] = line.split(/(?<!\\)\|/).map((text) => text.trim().replaceAll("\\|", "|"));
      return [{ section, commands, meaning, scripts: scriptsIn(commands) }];
    });
}

/** What each script of `package.json` runs. */
export function readScripts(): ReadonlyMap<string, string> {
  const { scripts } = JSON.parse(readSource("package.json")) as { readonly scripts: Readonly<Record<string, string>> }; // Our own file.
  return new Map(Object.entries(scripts));
}

export function commandsPage(): string {
  const rows = readCommands();
  const scripts = readScripts();
  const names = [...new Set([ofOperators, ...rows.map(({ section }) => section)])];
  const sections = names.map((name) => {
    const items = rows
      .filter(({ section }) => section === name)
      .map(({ commands, meaning, scripts: own }) => {
        const run = own.map((script) => `\`${runs(scripts.get(script) ?? "")}\``);
        return `- ${commands}${run.length === 0 ? "" : `: runs ${run.join(", ")}`}\n\n  ${meaning}`;
      });
    return `## ${name}\n\n${items.join("\n")}`;
  });
  return `# Commands

Run these in a clone of the repository. The server image has no npm. In the image, run the script after *runs* instead, for commands whose script is in \`database/\`: \`node database/audit-verify.ts\`.

${sections.join("\n\n")}
`;
}

function scriptsIn(commands: string): readonly string[] {
  return [...commands.matchAll(/npm (?:run )?(?:--?\w+ )*([\w:-]+)/g)].map(([, script = ""]) => script);
}

/** Without the settings of a development instance, which others do not have. */
function runs(script: string): string {
  return script.replaceAll(/ --env-file\S*/g, "");
}
