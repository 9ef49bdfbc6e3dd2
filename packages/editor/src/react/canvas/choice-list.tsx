import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Point } from "../../document/bounds.ts";
import { keepInside } from "./keep-inside.ts";
import { Icon } from "../icon.tsx";

interface Choice {
  readonly key: string;
  /** Why it cannot be chosen; undefined where it can. */
  readonly why?: string | undefined;
  readonly content: ReactNode;
}

interface ChoiceListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly at: Point;
  readonly choices: (search: string) => readonly Choice[];
  readonly none: (search: string) => string;
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
}

/** A search field with its results below: arrows move through them, Enter chooses one, Escape closes. */
export function ChoiceList({ label, placeholder, at, choices, none, onChoose, onClose }: ChoiceListProps) {
  const [search, setSearch] = useState("");
  const [place, setPlace] = useState(0);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = choices(search);
  const usable = list.filter((choice) => choice.why === undefined);
  const current = usable[Math.min(place, usable.length - 1)];
  useLayoutEffect(() => keepInside(box.current, at));
  // After each choice by keys, the chosen option is scrolled into view.
  useEffect(() => {
    box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setPlace((before) => (Math.min(before, usable.length - 1) + by + usable.length) % Math.max(1, usable.length));
    } else if (event.key === "Enter" && current !== undefined) {
      event.preventDefault();
      onChoose(current.key);
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      onClose();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element would cover the page or take its focus.
    <div ref={box} className="cv-choices" role="dialog" aria-label={label} style={{ left: at.x, top: at.y }}>
      <label className="cv-search">
        <Icon name="search" size={16} />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-label={label}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.key}`}
          placeholder={placeholder}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed in.
          autoFocus
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            if (!(box.current?.contains(event.relatedTarget) ?? false)) onClose();
          }}
        />
      </label>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options with pictures and two lines. */}
      <div id={id} role="listbox" aria-label={label} className="cv-choice-list">
        {list.map(({ key, why, content }) => (
          // The text field handles keys: aria-activedescendant names the active option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={key}
            id={`${id}-${key}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element holds text only.
            role="option"
            tabIndex={-1}
            aria-selected={key === current?.key}
            aria-disabled={why !== undefined}
            title={why}
            className="cv-choice"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              if (why === undefined) onChoose(key);
            }}
          >
            {content}
          </div>
        ))}
        {list.length === 0 && <p className="cv-choice-none">{none(search)}</p>}
      </div>
    </div>
  );
}
