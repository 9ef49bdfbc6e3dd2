import type { FieldPlaceUse } from "../../../fields/field-uses.ts";
import { selectionOf } from "../../../selection/selection.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { Tile } from "../controls/tile.tsx";
import { placeText } from "../findings-of.ts";
import { wantPlace } from "../place-wanted.ts";

interface UseListProps {
  readonly uses: readonly FieldPlaceUse[];
  /** Called after navigating to one of them. */
  readonly left?: () => void;
  readonly max?: number;
}

/** Where a field is used; each leads there. */
export function UseList({ uses, left, max = 50 }: UseListProps) {
  const { editor } = useSurroundings();
  const { document } = editor.state;
  const go = (use: FieldPlaceUse) => {
    editor.select(use.nodeId === undefined ? selectionOf([], use.linkId === undefined ? [] : [use.linkId]) : selectionOf([use.nodeId]));
    wantPlace(editor, placeText(use.property, use.item));
    left?.();
  };
  return (
    <ul className="ep-uses">
      {uses.slice(0, max).map((use) => {
        const node = use.nodeId === undefined ? undefined : document.nodes.get(use.nodeId);
        return (
          <li key={`${use.nodeId ?? use.linkId} ${use.property} ${use.item ?? ""}`}>
            {/* Pressing must not move the focus out of a name that is being typed. */}
            <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => go(use)}>
              <Tile small icon={node === undefined ? "link" : node.type} colour={node?.color} />
              <span className="ep-use-text">
                <b className="clip">{use.title}</b>
                <small className="clip">{use.where}</small>
              </span>
              <Icon name="right" size={14} />
            </button>
          </li>
        );
      })}
      {uses.length > max && <li className="ep-help">and {uses.length - max} more</li>}
    </ul>
  );
}
