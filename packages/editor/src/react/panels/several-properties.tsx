import { kinds } from "@airlock/flow";
import { formatNumber } from "@airlock/flow/locale";
import { recolourNodes } from "../../commands/change-node.ts";
import { linkTitle, nodeTitle } from "../../document/titles.ts";
import { whyNotChange, whyNotDelete } from "../../rules/node-rules.ts";
import { selectionTitle } from "../../selection/selection-title.ts";
import { selectionOf, type Selection } from "../../selection/selection.ts";
import { useSurroundings } from "../editor-context.ts";
import { Icon } from "../icon.tsx";
import { usePart } from "../use-part.ts";
import { ColourField } from "./controls/colour-field.tsx";
import { PanelHead } from "./panel-head.tsx";
import { useRun } from "./use-run.ts";

/** Items that are listed by name; the rest is counted. */
const maxShown = 100;

export function SeveralProperties({ selection }: { readonly selection: Selection }) {
  const { editor } = useSurroundings();
  const run = useRun();
  usePart(undefined, (state) => state.document.nodes);
  const { document } = editor.state;
  const nodes = [...selection.nodes].flatMap((id) => document.nodes.get(id) ?? []);
  const links = [...selection.links].flatMap((id) => document.links.get(id) ?? []);
  const coloured = nodes.filter((node) => whyNotChange(node) === undefined);
  const colours = new Set(coloured.map((node) => node.color));
  const [colour = ""] = colours;
  const isStuck = links.length === 0 && nodes.every((node) => whyNotDelete(document, node) !== undefined);
  return (
    <>
      <PanelHead
        icon="layout"
        kind="Selection"
        title={selectionTitle(document, selection)}
        selection={selection}
        canCopy={coloured.length > 0}
        undeletable={isStuck ? "Start cannot be deleted: every decision begins there." : undefined}
      />
      <div className="ep-form">
        {coloured.length > 0 && (
          <ColourField
            value={colours.size === 1 ? colour : ""}
            change={(chosen) =>
              run(
                recolourNodes(
                  coloured.map((node) => node.id),
                  chosen,
                ),
              )
            }
          />
        )}
        <ul className="ep-links" aria-label="Selected items">
          {nodes.slice(0, maxShown).map((node) => (
            <li key={node.id}>
              <button type="button" className="ep-link" onClick={() => editor.select(selectionOf([node.id]))}>
                <Icon name={node.type} size={16} />
                <span className="clip">{nodeTitle(node)}</span>
                <span className="ep-link-caption clip">{kinds[node.type].typeLabel}</span>
              </button>
            </li>
          ))}
          {links.slice(0, Math.max(0, maxShown - nodes.length)).map((link) => (
            <li key={link.id}>
              <button type="button" className="ep-link" onClick={() => editor.select(selectionOf([], [link.id]))}>
                <Icon name="link" size={16} />
                <span className="clip">{linkTitle(document, link)}</span>
                <span className="ep-link-caption clip">Link</span>
              </button>
            </li>
          ))}
        </ul>
        {nodes.length + links.length > maxShown && (
          <p className="ep-help">and {formatNumber(nodes.length + links.length - maxShown)} more</p>
        )}
      </div>
    </>
  );
}
