import { useSurroundings } from "../editor-context.ts";
import { AddPopup } from "./add-popup.tsx";
import { arrangeItems, arrangeNote } from "./arrange-items.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";
import { ContextMenu } from "./context-menu.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FindPopup } from "./find-popup.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { Menu } from "./menu.tsx";

/** The popup over the diagram; at most one is open. */
export function Overlays() {
  const { tell } = useSurroundings();
  const { view, mayEdit } = useCanvas();
  const opened = useCell(view.opened);
  const close = (): void => view.close();
  switch (opened?.kind) {
    case "menu":
      return <ContextMenu at={opened.at} />;
    case "arrange":
      return (
        <Menu
          label="Align and distribute"
          at={opened.at}
          note={arrangeNote(view)}
          groups={[arrangeItems(view, tell, mayEdit)]}
          onClose={close}
        />
      );
    case "adding":
      return <AddPopup adding={opened.adding} at={opened.at} />;
    case "find":
      return <FindPopup />;
    case "delete":
      return <DeleteDialog selection={opened.selection} onClose={close} />;
    case "keys":
      return <KeysDialog onClose={close} />;
    case "rename":
    case "comment":
    case undefined:
      return null;
  }
}
