import Dialog from "@mui/material/Dialog";
import { keyMap } from "../../keys/key-map.ts";
import { Icon } from "../icon.tsx";
import { keysHere } from "../keys-here.ts";

const groupTitles: Readonly<Record<(typeof keyMap)[number]["group"], string>> = {
  Edit: "Edit",
  Move: "Move",
  Walk: "Walk",
  Add: "Add",
  View: "View",
  Solution: "Solution",
};

/** ?: all shortcuts, from the same table that handles them. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const shown = keyMap.filter((binding, place) => keyMap.findIndex((other) => other.intent === binding.intent) === place);
  const groups = Map.groupBy(shown, (binding) => binding.group);
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby="canvas-keys-title"
      slotProps={{ paper: { sx: { width: 760, maxWidth: "calc(100% - 48px)" } } }}
    >
      <header className="cv-keys-head">
        <h2 id="canvas-keys-title">Keyboard shortcuts</h2>
        <button type="button" className="cv-iconbutton" aria-label="Close" title="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a small screen it scrolls, also by keys. */}
      <section className="cv-keys" aria-labelledby="canvas-keys-title" tabIndex={0}>
        {[...groups].map(([group, bindings]) => (
          <section key={group}>
            <h3 className="cv-overline">{groupTitles[group]}</h3>
            <dl>
              {bindings.map((binding) => (
                <div key={binding.intent}>
                  <dt>{binding.label}</dt>
                  <dd>
                    <kbd>{keysHere(binding.keys)}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
