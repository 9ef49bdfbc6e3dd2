import type { VersionFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { DateText } from "../format/date-text.tsx";
import { IconButtonLink } from "../look/button-link.ts";
import { ConfirmDialog } from "../look/confirm-dialog.tsx";
import { Icon } from "../look/icon.tsx";
import { StatusPill } from "../look/status-pill.tsx";
import { holds, linkFor } from "../session/permissions.ts";
import { useProfile } from "../session/use-session.ts";
import { EditableCell } from "../table/editable-cell.tsx";
import { deletable } from "../table/deletable.ts";
import { useDeletion } from "../table/use-deletion.ts";
import { ApiDetailsDialog } from "./api-details-dialog.tsx";
import { CreateVersionDialog } from "./create-version-dialog.tsx";
import { versionStatus } from "./solution-status.ts";
import { solutionLists, useSolutionActions, useVersions } from "./use-solutions.ts";
import type { Solution, Version } from "./use-solutions.ts";
import "./versions-panel.css";

/** The versions of one solution, inside its open row. */
export function VersionsPanel({ solution }: { readonly solution: Solution }) {
  const { name } = solution._embedded;
  const profile = useProfile();
  const query = useVersions(solution);
  const { createVersion } = useSolutionActions();
  const deletion = useDeletion(solutionLists);
  const [details, setDetails] = useState<Version>();
  const [deleting, setDeleting] = useState<Version>();
  const [creating, setCreating] = useState(false);
  const versions = query.data?.items.filter((version) => !deletion.gone.has(version._embedded.webSafeString));
  const label = `Versions of ${name}`;

  const remove = (version: Version) => {
    if (version._embedded.deploymentStatus === "notDeployed")
      deletion.withUndo(deletable([version]), `${version._embedded.versionName} deleted.`);
    else setDeleting(version);
  };
  const createButton = holds(profile, "solution.update") && (
    <Button size="small" startIcon={<Icon name="plus" size={14} />} onClick={() => setCreating(true)}>
      Create version
    </Button>
  );
  return (
    <div className="versions">
      <table aria-label={label}>
        <thead>
          <tr>
            <th className="v-name">Version</th>
            <th>Description</th>
            <th className="v-when">Created</th>
            <th className="v-status">Status</th>
            <th className="v-actions">
              <span className="sr">Actions</span>
              {createButton}
            </th>
          </tr>
        </thead>
        <tbody>
          {versions?.map((version) => (
            <VersionRow
              key={version._embedded.webSafeString}
              version={version}
              onDetails={() => setDetails(version)}
              onDelete={() => remove(version)}
            />
          ))}
          {query.isPending && <LoadingRow />}
        </tbody>
      </table>
      {query.isError && versions === undefined && <FaultPanel error={query.error} onRetry={() => void query.refetch()} />}
      {versions?.length === 0 && (
        <p className="versions-none">No versions yet. A version freezes the solution as it is drawn now, so that it can be served.</p>
      )}
      {details && <ApiDetailsDialog solution={solution} version={details} onClose={() => setDetails(undefined)} />}
      {creating && (
        <CreateVersionDialog
          solution={solution}
          create={(body) => createVersion(solution, body)}
          onCreated={() => setCreating(false)}
          onClose={() => setCreating(false)}
        />
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        title="Delete version?"
        verb="Delete"
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) void deletion.atOnce(deletable([deleting]), `${deleting._embedded.versionName} deleted.`);
          setDeleting(undefined);
        }}
      >
        <p>
          Are you sure you want to delete {deleting?._embedded.versionName} of {name}?
        </p>
        {deleting?._embedded.deploymentStatus === "serving" && (
          <p>It is serving: it is stopped first, and its callers get no more answers.</p>
        )}
      </ConfirmDialog>
    </div>
  );
}

function LoadingRow() {
  return (
    <tr>
      <td className="v-name">
        <Skeleton width={40} height={12} />
      </td>
      <td>
        <Skeleton width="70%" height={12} />
      </td>
      <td className="v-when">
        <Skeleton width={110} height={12} />
      </td>
      <td className="v-status" colSpan={2}>
        <Skeleton width={84} height={20} sx={{ borderRadius: "10px" }} />
      </td>
    </tr>
  );
}

interface VersionRowProps {
  readonly version: Version;
  readonly onDetails: () => void;
  readonly onDelete: () => void;
}

function VersionRow({ version, onDetails, onDelete }: VersionRowProps) {
  const { versionName, versionDescription, createdDate, deploymentStatus, deploymentMessage, models } = version._embedded;
  const { saver } = useSolutionActions();
  const mayCompare = linkFor(useProfile(), "comparisons", "POST") !== undefined;
  const [editing, setEditing] = useState<"name" | "description">();
  const look = versionStatus(deploymentStatus);
  const pill = <StatusPill status={look.status}>{look.text}</StatusPill>;
  return (
    <tr>
      <td className="v-name">
        <EditableCell
          label={`name of ${versionName}`}
          value={versionName}
          maxLength={200}
          editing={editing === "name"}
          onEditing={(on) => setEditing(on ? "name" : undefined)}
          save={saver<VersionFields>("versionName")(version)}
        >
          {versionName}
        </EditableCell>
      </td>
      <td className="v-description">
        <EditableCell
          label={`description of ${versionName}`}
          value={versionDescription}
          maxLength={2000}
          editing={editing === "description"}
          onEditing={(on) => setEditing(on ? "description" : undefined)}
          save={saver<VersionFields>("versionDescription")(version)}
        >
          {versionDescription === "" ? "-" : versionDescription}
        </EditableCell>
        {models.map(({ predictionWss, predictionName, model }) => (
          <span key={predictionWss} className="v-model faint">
            <Icon name="kind-prediction" size={12} />
            {predictionName}, model {model}
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
      </td>
      <td className="v-actions">
        <div className="row-actions">
          <ServeButton version={version} />
          <Button size="small" color="inherit" startIcon={<Icon name="api" size={14} />} onClick={onDetails}>
            API details
          </Button>
          <Tooltip title={`Try ${versionName}`}>
            <IconButtonLink
              size="small"
              aria-label={`Try ${versionName}`}
              to="/admin/versions/$webSafeString"
              params={{ webSafeString: version._embedded.webSafeString }}
            >
              <Icon name="rocket" size={16} />
            </IconButtonLink>
          </Tooltip>
          {mayCompare && (
            <Tooltip title={`Compare behaviour of ${versionName}`}>
              <IconButtonLink
                size="small"
                aria-label={`Compare behaviour of ${versionName}`}
                to="/compare"
                search={{ solution: version._embedded.entityWss, left: version._embedded.webSafeString }}
                target="_blank"
              >
                <Icon name="chart" size={16} />
              </IconButtonLink>
            </Tooltip>
          )}
          {linkFor(version, "heat", "GET") !== undefined && (
            <Tooltip title={`Traffic of ${versionName}`}>
              <IconButtonLink
                size="small"
                aria-label={`Traffic of ${versionName}`}
                to="/version/$webSafeString"
                params={{ webSafeString: version._embedded.webSafeString }}
                target="_blank"
              >
                <Icon name="bolt" size={16} />
              </IconButtonLink>
            </Tooltip>
          )}
          {linkFor(version, "self", "DELETE") !== undefined && (
            <Tooltip title={`Delete ${versionName}`}>
              <IconButton size="small" aria-label={`Delete ${versionName}`} onClick={onDelete}>
                <Icon name="trash" size={16} />
              </IconButton>
            </Tooltip>
          )}
        </div>
      </td>
    </tr>
  );
}

/** A serving version offers Stop, any other Start serving; the button waits until every runtime has confirmed. */
function ServeButton({ version }: { readonly version: Version }) {
  const { serve, stop } = useSolutionActions();
  const [waiting, setWaiting] = useState(false);
  const { versionName, deploymentStatus } = version._embedded;
  const serving = deploymentStatus === "serving";
  const href = linkFor(version, serving ? "stop" : "deploy", "PUT");
  if (href === undefined) return null;
  const run = async () => {
    setWaiting(true);
    await (serving ? stop : serve)(href, versionName);
    setWaiting(false);
  };
  const icon = waiting ? <CircularProgress size={12} color="inherit" /> : <Icon name={serving ? "pause" : "play"} size={14} />;
  return (
    <Button variant="outlined" size="small" className="v-serve" startIcon={icon} disabled={waiting} onClick={() => void run()}>
      {serving ? "Stop" : "Start serving"}
    </Button>
  );
}
