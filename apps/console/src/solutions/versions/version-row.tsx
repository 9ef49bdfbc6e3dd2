import type { RolloutFields } from "@airlock/contract";
import Tooltip from "@mui/material/Tooltip";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import type { RowAction } from "../../parts/list-page/column.ts";
import { EditableCell } from "../../parts/list-page/editing/editable-cell.tsx";
import { RowMenu } from "../../parts/list-page/row-actions.tsx";
import type { Version } from "../../parts/versions/resources.ts";
import { versionStatus } from "../../parts/versions/solution-status.ts";
import { DateText } from "../../ui/format/date-text.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { useSolutionActions } from "../use-solutions.ts";
import { ServeButton, useServing } from "./serve-button.tsx";
import { rolloutOf, versionRoleText } from "./version-role.ts";

interface VersionRowProps {
  readonly version: Version;
  /** Whether the solution's versions are released by a request. */
  readonly needsRequest: boolean;
  /** Rollouts of the solution that are running. */
  readonly rollouts: readonly RolloutFields[];
  readonly onDetails: () => void;
  readonly onDelete: () => void;
}

/** One version: its main action as a button, everything else in a menu, so that the row fits from 1280 pixels on. */
export function VersionRow({ version, needsRequest, rollouts, onDetails, onDelete }: VersionRowProps) {
  const { versionName, versionDescription, createdDate, deploymentStatus, deploymentMessage, models, lists } = version._embedded;
  const { saver } = useSolutionActions();
  const [isNaming, setNaming] = useState(false);
  const [isDescribing, setDescribing] = useState(false);
  const look = versionStatus(deploymentStatus);
  const role = versionRoleText(version._embedded, rollouts);
  const serving = useServing(version, needsRequest, rolloutOf(version._embedded, rollouts) !== undefined);
  const pill = <StatusPill status={look.status}>{look.text}</StatusPill>;
  return (
    <tr>
      <td className="v-name">
        <EditableCell
          label={`name of ${versionName}`}
          value={versionName}
          maxLength={200}
          editing={isNaming}
          onEditing={setNaming}
          save={saver("version.update", "versionName")(version)}
        >
          {versionName}
        </EditableCell>
      </td>
      <td className="v-description">
        <EditableCell
          label={`description of ${versionName}`}
          value={versionDescription}
          maxLength={2000}
          editing={isDescribing}
          onEditing={setDescribing}
          save={saver("version.update", "versionDescription")(version)}
        >
          {versionDescription === "" ? "-" : <span title={versionDescription}>{versionDescription}</span>}
        </EditableCell>
        {models.map(({ predictionWss, predictionName, model }) => (
          <span key={predictionWss} className="v-model faint">
            <Icon name="kind-prediction" size={12} />
            {predictionName}, model {model}
          </span>
        ))}
        {lists.map(({ listWss, listName, pinned }) => (
          <span key={listWss} className="v-model faint">
            <Icon name="kind-lookup" size={12} />
            {listName}, {pinned === null ? "followed" : `version ${pinned}`}
          </span>
        ))}
      </td>
      <td className="v-when">
        <DateText date={createdDate} />
      </td>
      <td className="v-status">
        {deploymentMessage !== "" ? (
          <>
            <Tooltip title={deploymentMessage}>{<span>{pill}</span>}</Tooltip>
            <span className="sr">{deploymentMessage}</span>
          </>
        ) : (
          pill
        )}
        {role !== "" && <span className="v-role">{role}</span>}
      </td>
      <td className="v-actions">
        <div className="row-actions">
          <ServeButton version={version} serving={serving} />
          <VersionMenu version={version} first={serving.others} onDetails={onDetails} onDelete={onDelete} />
        </div>
      </td>
    </tr>
  );
}

interface VersionMenuProps extends Pick<VersionRowProps, "version" | "onDetails" | "onDelete"> {
  readonly first: readonly RowAction[];
}

function VersionMenu({ version, first, onDetails, onDelete }: VersionMenuProps) {
  const navigate = useNavigate();
  const mayCompare = linkFor(useProfile(), "comparisons", "POST") !== undefined;
  const { versionName, webSafeString, entityWss } = version._embedded;
  const actions: readonly RowAction[] = [
    ...first,
    { icon: "link", label: "API page", run: () => void navigate({ to: "/admin/versions/$webSafeString", params: { webSafeString } }) },
    { icon: "api", label: "API details", run: onDetails },
    ...(mayCompare
      ? [
          {
            icon: "chart" as const,
            label: "Compare behaviour",
            run: () => void window.open(`/compare?solution=${entityWss}&left=${webSafeString}`, "_blank"),
          },
        ]
      : []),
    ...(linkFor(version, "heat", "GET") === undefined
      ? []
      : [{ icon: "bolt" as const, label: "Heat map", run: () => void window.open(`/version/${webSafeString}`, "_blank") }]),
    ...(linkFor(version, "self", "DELETE") === undefined
      ? []
      : [{ icon: "trash" as const, label: "Delete", run: onDelete, isDanger: true }]),
  ];
  return <RowMenu name={versionName} actions={actions} />;
}
