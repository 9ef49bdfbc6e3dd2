import { nodeKinds } from "@airlock/flow";
import { newId } from "../../document/new-id.ts";
import { endAdding, paletteItems, type Adding, type PaletteItem } from "../../interactions/adding.ts";
import type { Point } from "../../document/bounds.ts";
import { useSurroundings } from "../editor-context.ts";
import { useCanvas } from "./canvas-context.ts";
import { ChoiceList } from "./choice-list.tsx";
import { kindColours } from "./kind-colours.ts";
import { KindGlyph } from "./kind-glyph.tsx";

/** The palette at the position of a new node. */
export function AddPopup({ adding, at }: { readonly adding: Adding; readonly at: Point }) {
  const { editor, tell } = useSurroundings();
  const { view } = useCanvas();
  return (
    <ChoiceList
      label={adding.into === undefined ? "Add a node" : "Add a node into the link"}
      placeholder="Find a component"
      at={at}
      choices={(search) =>
        inPopupOrder(paletteItems(editor, adding, search)).map((item) => ({
          key: item.kind,
          why: item.why?.reason,
          content: (
            <>
              <span className="cv-choice-tile" style={kindColours[item.kind]}>
                <KindGlyph kind={item.kind} />
              </span>
              <span>
                <b>{item.label}</b>
                <small>{item.why?.reason ?? item.hint}</small>
              </span>
            </>
          ),
        }))
      }
      none={() => "No component has this name."}
      onChoose={(key) => {
        const kind = nodeKinds.find((one) => one === key);
        if (kind === undefined) return;
        const executed = endAdding(editor, adding, kind, newId);
        if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
        view.close();
        view.revealSelection();
      }}
      onClose={() => view.close()}
    />
  );
}

/** The most frequent choices first: steps, then End, then kinds that cannot be added here. */
function inPopupOrder(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const rank = ({ why, group }: PaletteItem): number => (why !== undefined ? 2 : group === "Flow" ? 1 : 0);
  return items.toSorted((a, b) => rank(a) - rank(b));
}
