import type { DatasetField } from "@airlock/flow";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { ButtonLink } from "../../ui/button-link.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { addressOf } from "../../api/address-of.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import { codeSample, sampleLanguages, type SampleLanguage } from "../../parts/code-sample/code-samples.ts";
import { sampleBody, sampleText, sampleValue } from "../../parts/code-sample/sample-values.ts";
import { versionStatus } from "../../parts/versions/solution-status.ts";
import type { Solution, Version } from "../../parts/versions/resources.ts";
import { AddressLine } from "../../parts/address-line/address-line.tsx";
import { CopyIconButton } from "../../ui/copy-icon-button.tsx";
import "./api-details-dialog.css";
import "./json-view.css";
import "./code-box.css";

interface ApiDetailsDialogProps {
  readonly solution: Solution;
  readonly version: Version;
  readonly onClose: () => void;
}

/** How an engineer calls a version: the address, a body to start from, and what each field takes. */
export function ApiDetailsDialog({ solution, version, onClose }: ApiDetailsDialogProps) {
  const client = useClient();
  const { versionName, deploymentStatus } = version._embedded;
  const address = window.location.origin + addressOf("version.execute", { versionId: version._embedded.webSafeString });
  const look = versionStatus(deploymentStatus);
  // The frozen definition where the version has a link to it; otherwise the solution's as it is drawn now.
  const frozen = linkFor(version, "definition", "GET");
  const href = frozen ?? linkFor(solution, "definition", "GET");
  const query = useQuery({
    queryKey: ["definition", href],
    enabled: href !== undefined,
    queryFn: ({ signal }) => client.get(frozen === undefined ? "definition.read" : "version.definition", href ?? "", { signal }),
  });
  const fields = query.data?._embedded.applicationDatasetFields;
  return (
    <DialogFrame
      open
      onClose={onClose}
      title="API details"
      width={680}
      subtitle={
        <>
          {solution._embedded.name}, version {versionName}. <StatusPill status={look.status}>{look.text}</StatusPill>
        </>
      }
      hint="Requires a system account key"
      actions={
        <>
          <ButtonLink
            variant="outlined"
            startIcon={<Icon name="play" size={16} />}
            to="/admin/versions/$webSafeString"
            params={{ webSafeString: version._embedded.webSafeString }}
          >
            Try it
          </ButtonLink>
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div>
        <h3 className="field-label api-label">Address</h3>
        <AddressLine address={address} />
      </div>
      {query.isError && fields === undefined ? (
        <FaultPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : fields ? (
        <Fields fields={fields} address={address} isDraft={frozen === undefined} />
      ) : (
        <Skeleton height={160} />
      )}
    </DialogFrame>
  );
}

interface FieldsProps {
  readonly fields: readonly DatasetField[];
  readonly address: string;
  readonly isDraft: boolean;
}

/** The same call in several languages; each sample runs without changes. */
function CodeSamples({ fields, address }: Omit<FieldsProps, "isDraft">) {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const code = codeSample(language, address, sampleBody(fields));
  return (
    <div>
      <Tabs
        className="api-tabs"
        value={language}
        onChange={(_event, next: SampleLanguage) => setLanguage(next)}
        aria-label="Language of the sample"
      >
        {sampleLanguages.map((one) => (
          <Tab key={one} value={one} label={one} id={`api-${one}`} aria-controls="api-sample" />
        ))}
      </Tabs>
      <div className="code-box" id="api-sample" role="tabpanel" aria-labelledby={`api-${language}`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines are scrolled, also by keys. */}
        <pre tabIndex={0}>{code}</pre>
        <CopyIconButton noun="Code" text={code} />
      </div>
      <p className="helper">Put a system account's key into the environment as AIRLOCK_KEY, then run it.</p>
    </div>
  );
}

function Fields({ fields, address, isDraft }: FieldsProps) {
  const body = JSON.stringify(sampleBody(fields), null, 2);
  return (
    <>
      <div>
        <h3 className="field-label api-label">Sample body</h3>
        <div className="code-box">
          <pre>
            {"{\n"}
            {fields.map((field, index) => (
              <span key={field.key}>
                {"  "}
                <span className="api-key">{JSON.stringify(field.name)}</span>
                {": "}
                <span className={typeof sampleValue(field.type) === "string" ? "api-text" : "api-number"}>
                  {JSON.stringify(sampleValue(field.type))}
                </span>
                {index < fields.length - 1 ? ",\n" : "\n"}
              </span>
            ))}
            {"}"}
          </pre>
          <CopyIconButton noun="Body" text={body} />
        </div>
      </div>
      <CodeSamples fields={fields} address={address} />
      <div>
        <h3 className="field-label api-label">Fields</h3>
        {fields.length === 0 ? (
          <p className="helper">It takes no fields.</p>
        ) : (
          <table className="plain-table fixed-columns size-13 api-fields">
            <thead className="sr">
              <tr>
                <th>Name</th>
                <th>Type</th>
                <th>Sample</th>
                <th>Required</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field.key}>
                  <td>
                    <span className="api-field">{field.name}</span>
                  </td>
                  <td className="muted">{field.type}</td>
                  <td className="mono">{sampleText(field.type)}</td>
                  <td className="faint">{field.required ? "Required" : "Optional"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {isDraft && (
          <p className="helper api-note">As the solution is drawn now. The version may have been made from an earlier drawing.</p>
        )}
      </div>
    </>
  );
}
