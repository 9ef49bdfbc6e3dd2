import { findInFlow, type Found } from "../../navigation/find.ts";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { ChoiceList } from "./choice-list.tsx";
import { kindColours } from "./kind-colours.ts";
import { KindGlyph } from "./kind-glyph.tsx";
import { Icon } from "../icon.tsx";

/** Ctrl+F: search by name, kind or logic; Enter selects the result. */
export function FindPopup() {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const { origin } = view;
  const { width } = view.size.get();
  const keyOf = ({ selection }: Found): string => [...selection.nodes, ...selection.links].join(" ");
  return (
    <ChoiceList
      label="Find a node"
      placeholder="Find a node by name, kind or logic"
      at={{ x: origin.x + Math.max(8, width / 2 - 180), y: origin.y + 12 }}
      choices={(search) =>
        findInFlow(editor.state.document, search).map((found) => {
          const [nodeId] = found.selection.nodes;
          const node = nodeId === undefined ? undefined : editor.state.document.nodes.get(nodeId);
          return {
            key: keyOf(found),
            content: (
              <>
                {node === undefined ? (
                  <span className="cv-choice-tile is-link">
                    <Icon name="link" size={16} />
                  </span>
                ) : (
                  <span className="cv-choice-tile" style={kindColours[node.type]}>
                    <KindGlyph kind={node.type} />
                  </span>
                )}
                <span>
                  <b>{found.title}</b>
                  <small>{found.line === "" ? found.typeLabel : `${found.typeLabel}, ${found.line}`}</small>
                </span>
              </>
            ),
          };
        })
      }
      none={(search) => (search.trim() === "" ? "Type a part of a name, a kind, a field or a value." : "Nothing in this flow matches.")}
      onChoose={(key) => {
        const { document } = editor.state;
        const found = document.nodes.has(key)
          ? { nodes: new Set([key]), links: new Set<string>() }
          : { nodes: new Set<string>(), links: new Set([key]) };
        editor.select(found);
        view.close();
        view.focusSelection();
      }}
      onClose={() => view.close()}
    />
  );
}
