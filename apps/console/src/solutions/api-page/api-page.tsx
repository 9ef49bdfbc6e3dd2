import type { DefinitionFields, Resource, VersionFields } from "@airlock/contract";
import Skeleton from "@mui/material/Skeleton";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { addressOf } from "../../api/address-of.ts";
import { decideAddress } from "../../api/decide-address.ts";
import { FailedPage } from "../../parts/fault/failed-page.tsx";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { bodyOf, firstTexts } from "../../parts/code-sample/first-values.ts";
import { versionStatus } from "../../parts/versions/solution-status.ts";
import { useTriedVersion } from "../../parts/versions/use-version.ts";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { Target } from "./address-choice.tsx";
import { CallSection } from "./call-section.tsx";
import { CodeCard } from "./code-card.tsx";
import { Contents } from "./contents.tsx";
import { ErrorsSection } from "./errors-section.tsx";
import { FieldsSection } from "./fields-section.tsx";
import { readInput, type Input } from "./input-card.tsx";
import { NotesSection } from "./notes-section.tsx";
import { useVersionDocument } from "./use-version-document.ts";
import "./api-page.css";

const back = { to: "/admin/solutions", label: "Back to solutions" } as const;

/** Everything an engineer needs to call one version: request, response, trying, samples, fields, errors, limits and OpenAPI. */
export function ApiPage() {
  const { webSafeString } = useParams({ from: "/signed-in/admin/versions/$webSafeString" });
  const { mayRead, version, definition } = useTriedVersion(webSafeString);
  if (!mayRead) return <NoAccess icon="solutions" noun="versions" needs={["versions.list"]} />;
  const error = version.data === undefined ? version.error : definition.error;
  if (error) {
    const missing = { icon: "api", title: "No such version", text: "It may have been deleted." } as const;
    const retry = version.data === undefined ? version.refetch : definition.refetch;
    return <FailedPage title="API" back={back} error={error} onRetry={retry} missing={missing} />;
  }
  if (version.data === undefined || definition.data === undefined)
    return <LoadingPage title="API" back={back} heights={[360, 360]} className="try-columns" />;
  return <VersionApi key={webSafeString} version={version.data} definition={definition.data} />;
}

interface VersionApiProps {
  readonly version: Resource<VersionFields>;
  readonly definition: Resource<DefinitionFields>;
}

function VersionApi({ version, definition }: VersionApiProps) {
  const { webSafeString, versionName, solutionName, solutionKey, isLive, deploymentStatus } = version._embedded;
  const { applicationDatasetFields: fields, applicationTestData } = definition._embedded;
  const [input, setInput] = useState<Input>(() => ({ view: "form", texts: firstTexts(fields, applicationTestData), json: "" }));
  const read = readInput(fields, input);
  const { href, data, error, retry, document } = useVersionDocument(version);
  const [chosen, setTarget] = useState<Target>("version");
  // Another version may go live while the page is open.
  const target = isLive ? chosen : "version";
  const address = target === "solution" ? decideAddress(solutionKey) : addressOf("version.execute", { versionId: webSafeString });
  const look = versionStatus(deploymentStatus);
  const fileName = `${`${solutionName}-${versionName}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, "-")}.openapi.json`;
  return (
    <>
      <PageHead title={`${solutionName}, ${versionName}`} back={back} status={<StatusPill status={look.status}>{look.text}</StatusPill>} />
      <Contents />
      <CallSection
        version={version}
        definition={definition}
        input={input}
        onInput={setInput}
        href={address}
        target={target}
        onTarget={setTarget}
      />
      <CodeCard address={`${window.location.origin}${address}`} body={read.ok ? read.body : bodyOf(fields, input.texts)} />
      {error && document === undefined ? (
        <section className="card">
          <FaultPanel error={error} onRetry={retry} />
        </section>
      ) : document === undefined ? (
        href !== undefined && <Skeleton variant="rounded" height={160} />
      ) : (
        <FieldsSection takes={document.takes} answers={document.answers} />
      )}
      <div className="api-end">
        {document !== undefined && <ErrorsSection refusals={document.refusals} />}
        <NotesSection
          documentAddress={href === undefined ? undefined : new URL(href, window.location.origin).href}
          document={data}
          fileName={fileName}
          limits={document?.limits}
        />
      </div>
    </>
  );
}
