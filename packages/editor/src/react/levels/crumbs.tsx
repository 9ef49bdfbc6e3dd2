import { Icon } from "../icon.tsx";
import { useFlowLevel } from "./flow-level.ts";

/** Breadcrumbs of an opened sub-flow. */
export function Crumbs() {
  const { opened, show } = useFlowLevel();
  if (opened.length === 0) return null;
  return (
    <nav className="cv-crumbs" aria-label="Opened sub-flows">
      <button type="button" onClick={() => show(0)}>
        <Icon name="back" size={14} />
        Whole flow
      </button>
      {opened.map((name, index) => (
        <span key={index}>
          <Icon name="right" size={12} />
          {index + 1 === opened.length ? (
            <b aria-current="page">{name}</b>
          ) : (
            <button type="button" onClick={() => show(index + 1)}>
              {name}
            </button>
          )}
        </span>
      ))}
      <span className="cv-crumbs-note">read only</span>
    </nav>
  );
}
