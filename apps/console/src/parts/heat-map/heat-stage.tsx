import type { Resource, VersionFields } from "@airlock/contract";
import { heatOverlay } from "@airlock/editor";
import { Canvas, EditorContext, FlowLevels, useFlowLevel, usePart } from "@airlock/editor/react";
import type { Definition } from "@airlock/flow";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { useMemo, useState, type ReactNode } from "react";
import { useDiagram } from "../diagram/use-diagram.ts";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { definitionIn } from "../../api/definition-in.ts";
import { useFrozenDefinition } from "../versions/use-frozen-definition.ts";
import { HeatBar } from "./heat-bar.tsx";
import { HeatDetails } from "./heat-details.tsx";
import { quietText } from "./heat-frame.ts";
import { HeatStrip } from "./heat-strip.tsx";
import { HeatTool } from "./heat-tool.tsx";
import { useHeat } from "./use-heat.ts";
import "./heat.css";

type Version = Resource<VersionFields>;

interface HeatStageProps {
  /** At least one; the first is shown until another is chosen. */
  readonly versions: readonly Version[];
  /** Closes the heat map and returns to the editor. */
  readonly onClose?: (() => void) | undefined;
}

/** The heat map of a version: the diagram with its bar and strip, and the details of one node at the right. */
export function HeatStage({ versions, onClose }: HeatStageProps) {
  const [chosen, setChosen] = useState("");
  const version = versions.find(({ _embedded }) => _embedded.webSafeString === chosen) ?? versions[0];
  const frozen = useFrozenDefinition(version);
  const definition = useMemo(() => frozen.data && definitionIn(frozen.data), [frozen.data]);
  const choice =
    versions.length > 1 ? (
      <Select
        size="small"
        value={version?._embedded.webSafeString ?? ""}
        inputProps={{ "aria-label": "Version" }}
        onChange={(event) => setChosen(event.target.value)}
      >
        {versions.map(({ _embedded }) => (
          <MenuItem key={_embedded.webSafeString} value={_embedded.webSafeString}>
            {_embedded.versionName}
          </MenuItem>
        ))}
      </Select>
    ) : (
      <span className="muted">{version?._embedded.versionName}</span>
    );
  if (frozen.error && definition === undefined) {
    return (
      <main className="sd-centre heat-alone">
        <FaultPanel error={frozen.error} onRetry={() => void frozen.refetch()} />
      </main>
    );
  }
  if (version === undefined || definition === undefined) return <main className="sd-centre" aria-busy="true" />;
  return <Drawn key={version._embedded.webSafeString} version={version} definition={definition} choice={choice} onClose={onClose} />;
}

interface DrawnProps {
  readonly version: Version;
  readonly definition: Definition;
  readonly choice: ReactNode;
  readonly onClose: (() => void) | undefined;
}

function Drawn(props: DrawnProps) {
  const { definition } = props;
  const surroundings = useDiagram(definition);
  return (
    <EditorContext value={surroundings}>
      <FlowLevels>
        <Counted {...props} />
      </FlowLevels>
    </EditorContext>
  );
}

function Counted({ version, definition, choice, onClose }: DrawnProps) {
  const selected = usePart("selection", (state) => [...state.selection.nodes].find((id) => state.document.nodes.has(id)));
  const { path } = useFlowLevel();
  const heat = useHeat(version, selected === undefined ? undefined : `${path}${selected}`);
  const fields = heat.heat.data?._embedded;
  const { start, end } = heat.window;
  const overlay = useMemo(() => fields && heatOverlay(definition, fields, quietText({ start, end })), [definition, fields, start, end]);
  const versionId = version._embedded.webSafeString;
  return (
    <>
      <main className="sd-centre heat-centre">
        <Canvas
          fits
          findings={[]}
          overlay={overlay}
          above={<HeatBar heat={heat} version={choice} onClose={onClose} />}
          below={<HeatStrip heat={heat} />}
          tools={onClose && <HeatTool isOn onPress={onClose} />}
        />
      </main>
      <aside className="sd-details" aria-label="Heat map">
        <div className="scroll-rest heat-details">
          {heat.heat.error && fields === undefined ? (
            <FaultPanel error={heat.heat.error} onRetry={() => void heat.heat.refetch()} />
          ) : heat.mayRead ? (
            <HeatDetails heat={heat} versionId={versionId} hasExecutions={linkFor(version, "executions", "GET") !== undefined} />
          ) : (
            <p className="heat-note">None of your roles allows you to see the executions of this version.</p>
          )}
        </div>
      </aside>
    </>
  );
}
