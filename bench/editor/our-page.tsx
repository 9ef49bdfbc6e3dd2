import { validate, type Definition } from "@airlock/flow";
import { Editor } from "@airlock/editor";
import { Canvas, EditorContext, PropertiesPanel, useFindings, type EditorSurroundings, type Notice } from "@airlock/editor/react";
import { useEffect, useMemo, useState } from "react";

interface PageProps {
  readonly definition: Definition;
  readonly asked: URLSearchParams;
}

export function Page({ definition, asked }: PageProps) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const surroundings = useMemo<EditorSurroundings>(() => {
    const editor = new Editor(definition);
    if (asked.has("zoom")) editor.zoomTo(Number(asked.get("zoom")));
    Object.assign(globalThis, { editor });
    return {
      editor,
      readOnly: asked.has("locked"),
      predictions: [],
      author: "Ada Lovelace",
      tell: (notice) => setNotices((before) => [...before.slice(-2), notice]),
    };
  }, [definition, asked]);
  const findings = useMemo(() => (asked.has("findings") ? validate(definition) : []), [definition, asked]);
  useEffect(() => {
    if (asked.has("fit")) document.querySelector<HTMLButtonElement>('[aria-label="Fit to screen"]')?.click();
  }, [asked]);
  return (
    <EditorContext value={surroundings}>
      {asked.has("table") ? (
        <LivePage />
      ) : (
        <div className="page">
          <Canvas findings={findings} />
          {asked.has("panel") && (
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
