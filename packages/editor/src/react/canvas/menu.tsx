import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import type { Point } from "../../document/bounds.ts";
import { Icon, type IconName } from "../icon.tsx";
import { keysHere } from "../keys-here.ts";
import { keepInside } from "./keep-inside.ts";

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly keys?: string | undefined;
  /** Why it is not possible now: the item is disabled and shows the reason. */
  readonly why?: string | undefined;
  readonly isDanger?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly at: Point;
  /** A sentence above the items, such as why none can be chosen. */
  readonly note?: string | undefined;
  readonly groups: readonly (readonly MenuItem[])[];
  readonly onClose: () => void;
}

export function Menu({ label, at, note, groups, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const noteId = useId();
  useLayoutEffect(() => keepInside(box.current, at));
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const items = [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const place = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      onClose();
    }
  };
  return (
    <div
      ref={box}
      className="cv-menu"
      role="menu"
      aria-label={label}
      aria-describedby={note === undefined ? undefined : noteId}
      tabIndex={-1}
      style={{ left: at.x, top: at.y }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
      onBlur={(event) => {
        if (!(box.current?.contains(event.relatedTarget) ?? false)) onClose();
      }}
    >
      {note !== undefined && (
        <p id={noteId} className="cv-menu-note">
          {note}
        </p>
      )}
      {groups.map((group, place) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of menu items is no fieldset.
        <div key={group[0]?.key ?? place} role="group">
          {group.map(({ key, label: text, icon, keys, why, isDanger, onChoose }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={`cv-menu-item${isDanger === true ? " is-danger" : ""}`}
              aria-disabled={why !== undefined}
              title={why}
              onClick={() => {
                if (why !== undefined) return;
                onClose();
                onChoose();
              }}
            >
              {icon === undefined ? <i /> : <Icon name={icon} size={16} />}
              <span>{text}</span>
              {keys !== undefined && <kbd>{keysHere(keys)}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
