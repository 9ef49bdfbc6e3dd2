import { validate, type Definition } from "@airlock/flow";
import { Editor } from "@airlock/editor";
import { Canvas, EditorContext, PropertiesPanel, useFindings, type EditorSurroundings, type Notice } from "@airlock/editor/react";
import { useEffect, useMemo, useState } from "react";

interface PageProps {
  readonly definition: Definition;
  readonly query: URLSearchParams;
}

export function Page({ definition, query }: PageProps) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const surroundings = useMemo<EditorSurroundings>(() => {
    const editor = new Editor(definition);
    if (query.has("zoom")) editor.zoomTo(Number(query.get("zoom")));
    Object.assign(globalThis, { editor });
    return {
      editor,
      readOnly: query.has("locked"),
      predictions: [],
      author: "Ada Lovelace",
      tell: (notice) => setNotices((before) => [...before.slice(-2), notice]),
    };
  }, [definition, query]);
  const findings = useMemo(() => (query.has("findings") ? validate(definition) : []), [definition, query]);
  useEffect(() => {
    if (query.has("fit")) document.querySelector<HTMLButtonElement>('[aria-label="Fit to screen"]')?.click();
  }, [query]);
  return (
    <EditorContext value={surroundings}>
      {query.has("table") ? (
        <LivePage />
      ) : (
        <div className="page">
          <Canvas findings={findings} />
          {query.has("panel") && (
            <aside>
              <PropertiesPanel findings={findings} />
            </aside>
          )}
        </div>
      )}
      <div className="notices" role="log">
        {notices.map((notice, place) => (
          <p key={place}>
            {notice.message} {notice.description}
          </p>
        ))}
      </div>
    </EditorContext>
  );
}

/** With findings as they are in the console: validated after each edit. */
function LivePage() {
  const findings = useFindings();
  return (
    <div className="page">
      <Canvas findings={findings} />
      <aside>
        <PropertiesPanel findings={findings} />
      </aside>
    </div>
  );
}
