/**
 * The canvas alone, for viewing and measuring. `?nodes=2000`, `?table=5000` (the rows of a Decision Table) or `?example=consumer-credit`; `?bare` draws the same nodes with only React Flow;
 * `?fit`, `?dark`, `?locked` and `?trace` change the view.
 */
import { createRoot } from "react-dom/client";
import { parseDefinition, type Definition } from "@airlock/flow";
import { largeFlow } from "./large-flow.ts";
import { largeTable } from "./large-table.ts";

const query = new URLSearchParams(location.search);
if (query.has("dark")) document.documentElement.dataset["colorScheme"] = "dark";

async function definition(): Promise<Definition> {
  const example = query.get("example");
  if (query.has("table")) return largeTable(Number(query.get("table")));
  if (example === null) return largeFlow(Number(query.get("nodes") ?? 100), Number(query.get("columns") ?? 40));
  const file: unknown = await (await fetch(`/examples/${example}.json`)).json();
  const parsed = parseDefinition(typeof file === "object" && file !== null ? Reflect.get(file, "definition") : undefined);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.definition;
}

const place = document.getElementById("root");
if (place === null) throw new Error("The page has no place for the canvas.");
const flow = await definition();
const { Page } = query.has("bare") ? await import("./bare-page.tsx") : await import("./our-page.tsx");
const from = performance.now();
createRoot(place).render(<Page definition={flow} query={query} />);
requestAnimationFrame(() =>
  setTimeout(() => {
    document.body.dataset["ready"] = String(Math.round(performance.now() - from));
  }),
);
