import type { ReactNode } from "react";
import { useSurroundings } from "../editor-context.ts";
import { Icon, type IconName } from "../icon.tsx";
import { keysHere } from "../keys-here.ts";
import { usePart } from "../use-part.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";
import { pinComment } from "./context-menu.tsx";

/** Zoom, fit, tidy and other actions on the whole diagram, at its bottom left. */
export function Toolbar({ children }: { readonly children?: ReactNode }) {
  const { author, tell } = useSurroundings();
  const { view, perform, mayEdit } = useCanvas();
  const zoom = usePart("zoom", (state) => state.zoom);
  const isList = useCell(view.isList);
  return (
    <div className="cv-tools" role="toolbar" aria-label="View">
      {!isList && (
        <>
          <Tool label="Zoom out" keys="-" icon="zoom-out" onPress={() => perform("zoomOut")} />
          <button type="button" className="cv-percent" title="Zoom to 100%" onClick={() => view.zoomTo(100)}>
            {zoom}%
          </button>
          <Tool label="Zoom in" keys="+" icon="zoom-in" onPress={() => perform("zoomIn")} />
          <i className="cv-divider" />
          <Tool label="Fit to screen" keys="0" icon="fit" onPress={() => perform("fit")} />
        </>
      )}
      {mayEdit && (
        <>
          <Tool label="Tidy up" keys="T" icon="layout" onPress={() => perform("tidy")} />
          <Tool
            label="Align and distribute"
            icon="align"
            onPress={(at) => view.opened.set({ kind: "arrange", at: { x: at.left, y: at.top - 300 } })}
          />
          {!isList && <Tool label="Add comment" icon="text" onPress={() => pinComment(view, author, view.centre, tell)} />}
        </>
      )}
      {(mayEdit || !isList) && <i className="cv-divider" />}
      <Tool label="Find a node" keys="Ctrl+F" icon="search" onPress={() => perform("findNode")} />
      <Tool label={isList ? "Show as diagram" : "Show as list"} icon="table" isOn={isList} onPress={() => view.isList.set(!isList)} />
      <Tool label="All keys" keys="?" icon="help" onPress={() => perform("listKeys")} />
      {Boolean(children) && (
        <>
          <i className="cv-divider" />
          {children}
        </>
      )}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly keys?: string;
  readonly icon: IconName | "align";
  readonly isOn?: boolean;
  readonly onPress: (at: DOMRect) => void;
}

function Tool({ label, keys, icon, isOn, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={`cv-iconbutton${isOn === true ? " is-on" : ""}`}
      aria-label={label}
      aria-pressed={isOn}
      title={keys === undefined ? label : `${label} (${keysHere(keys)})`}
      onClick={(event) => onPress(event.currentTarget.getBoundingClientRect())}
    >
      {icon === "align" ? alignIcon : <Icon name={icon} size={16} />}
    </button>
  );
}

const alignIcon: ReactNode = (
  <svg className="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M4 4v16M8 7h11v3.5H8zM8 13.5h7V17H8z" />
  </svg>
);
