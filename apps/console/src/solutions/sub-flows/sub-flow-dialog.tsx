import type { List, VersionFields } from "@airlock/contract";
import { commands, type Editor } from "@airlock/editor";
import { usedSolutions, type DatasetField, type SubFlow } from "@airlock/flow";
import Skeleton from "@mui/material/Skeleton";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { withQuery } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { NoAccess } from "../../parts/no-access.tsx";
import { SearchField } from "../../parts/search/search-field.tsx";
import type { Solution, Version } from "../../parts/versions/resources.ts";
import { versionStatus } from "../../parts/versions/solution-status.ts";
import { useFrozenDefinition } from "../../parts/versions/use-frozen-definition.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { DateText } from "../../ui/format/date-text.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import { subFlowOf } from "./sub-flow-of.ts";
import "./sub-flow-dialog.css";

const solutionLimit = 50;

interface SubFlowDialogProps {
  readonly editor: Editor;
  /** The solution that is edited: it cannot run itself. */
  readonly solutionId: string;
  readonly nodeId: string;
  readonly onClose: () => void;
}

/** Chooses the version of another solution that a Sub-flow node runs. */
export function SubFlowDialog({ editor, solutionId, nodeId, onClose }: SubFlowDialogProps) {
  const profile = useProfile();
  const [solutions, versions] = [linkFor(profile, "solutions", "GET"), linkFor(profile, "versions", "GET")];
  const [solution, setSolution] = useState<Solution>();
  const [picked, setPicked] = useState<Version>();
  const list = useAllPages("solution.versions.list", { href: linkFor(solution, "versions", "GET"), isForeground: true });
  // The newest one, unless the user picks another.
  const version = picked ?? (solution === undefined ? undefined : list.data?.items[0]);
  const definition = useFrozenDefinition(version);
  const subFlow = useMemo(
    () => (version === undefined || definition.data === undefined ? undefined : subFlowOf(version, definition.data)),
    [version, definition.data],
  );
  const cycle = subFlow === undefined ? undefined : cycleText(subFlow, solutionId);
  const submit = () => {
    if (subFlow === undefined || cycle !== undefined) return;
    editor.execute(commands.chooseSubFlow(nodeId, subFlow));
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Choose version"
      subtitle="The node runs this version of another solution. It stays the same until you update it here."
      width={820}
      hint={subFlow !== undefined && cycle === undefined ? mappedText(editor, nodeId, subFlow) : undefined}
      submitLabel="Use version"
      canSubmit={subFlow !== undefined && cycle === undefined}
      onSubmit={submit}
    >
      {solutions === undefined || versions === undefined ? (
        <NoAccess icon="solutions" noun="versions of other solutions" needs={["solutions.list", "versions.list"]} />
      ) : (
        <div className="sf-panes">
          <Solutions
            href={solutions}
            without={solutionId}
            chosen={solution}
            onChoose={(next) => {
              setSolution(next);
              setPicked(undefined);
            }}
          />
          <section className="sf-pane" aria-label="Versions">
            {solution === undefined ? (
              <p className="sf-note">Choose a solution to see its versions.</p>
            ) : (
              <Versions solution={solution} query={list} chosen={version} onChoose={setPicked} />
            )}
            {version !== undefined && definition.isPending && <Skeleton variant="rounded" height={96} />}
            {definition.isError && definition.data === undefined && (
              <FaultPanel error={definition.error} onRetry={() => void definition.refetch()} />
            )}
            {cycle !== undefined && (
              <p className="notice error" role="alert">
                {cycle}
              </p>
            )}
            {subFlow !== undefined && <Interface subFlow={subFlow} />}
          </section>
        </div>
      )}
    </FormDialog>
  );
}

interface SolutionsProps {
  readonly href: string;
  readonly without: string;
  readonly chosen: Solution | undefined;
  readonly onChoose: (solution: Solution) => void;
}

function Solutions({ href, without, chosen, onChoose }: SolutionsProps) {
  const client = useClient();
  const [search, setSearch] = useState("");
  const query = useQuery({
    queryKey: ["solutions", href, "sub-flow choices", search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      // One more than is shown, because the solution that is edited is among them.
      const address = withQuery(href, { limit: solutionLimit + 1, sort: "name", search: search === "" ? undefined : search });
      return client.list("solutions.list", address, { signal });
    },
  });
  const found = query.data?.items.filter(({ _embedded }) => _embedded.webSafeString !== without).slice(0, solutionLimit);
  const isMore = found !== undefined && query.data !== undefined && query.data._embedded.total > solutionLimit + 1;
  return (
    <section className="sf-pane" aria-label="Solutions">
      <SearchField label="Find a solution" value={search} onChange={setSearch} />
      {query.isError && query.data === undefined ? (
        <FaultPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : found === undefined ? (
        <Waiting />
      ) : found.length === 0 ? (
        <p className="sf-note">
          {search === "" ? "There is no other solution yet. Create one, and a version of it." : `No solution matches ${search}.`}
        </p>
      ) : (
        <Rows label="Solutions">
          {found.map((solution) => (
            <Row
              key={solution._embedded.webSafeString}
              group="solution"
              isChosen={solution._embedded.webSafeString === chosen?._embedded.webSafeString}
              onChoose={() => onChoose(solution)}
            >
              <b className="clip">{solution._embedded.name}</b>
              <small className="clip">{solution._embedded.description}</small>
            </Row>
          ))}
        </Rows>
      )}
      {isMore && <p className="sf-note">The first {solutionLimit} are shown. Search to find others.</p>}
    </section>
  );
}

interface VersionsProps {
  readonly solution: Solution;
  readonly query: UseQueryResult<List<VersionFields>>;
  readonly chosen: Version | undefined;
  readonly onChoose: (version: Version) => void;
}

function Versions({ solution, query, chosen, onChoose }: VersionsProps) {
  const { name } = solution._embedded;
  if (query.isError && query.data === undefined) return <FaultPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Waiting />;
  const { items } = query.data;
  if (items.length === 0) return <p className="sf-note">{name} has no versions yet. Create a version of it first.</p>;
  return (
    <Rows label={`Versions of ${name}`}>
      {items.map((version) => {
        const { webSafeString, versionName, versionDescription, createdDate, deploymentStatus } = version._embedded;
        const look = versionStatus(deploymentStatus);
        return (
          <Row
            key={webSafeString}
            group="version"
            isChosen={webSafeString === chosen?._embedded.webSafeString}
            onChoose={() => onChoose(version)}
          >
            <span className="row">
              <b className="clip">{versionName}</b>
              {deploymentStatus !== "notDeployed" && <StatusPill status={look.status}>{look.text}</StatusPill>}
              <span className="sf-when">
                <DateText date={createdDate} />
              </span>
            </span>
            {versionDescription !== "" && <small className="clip">{versionDescription}</small>}
          </Row>
        );
      })}
    </Rows>
  );
}

function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="sf-rows" role="radiogroup" aria-label={label}>
      {children}
    </div>
  );
}

interface RowProps {
  readonly group: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Row({ group, isChosen, onChoose, children }: RowProps) {
  return (
    <label className={isChosen ? "sf-row on" : "sf-row"}>
      <input type="radio" name={`sub-flow-${group}`} className="sr" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

function Waiting() {
  return (
    <div className="sf-rows" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} variant="rounded" height={40} />
      ))}
    </div>
  );
}

/** What the version takes in and returns. */
function Interface({ subFlow: { definition } }: { readonly subFlow: SubFlow }) {
  return (
    <div className="sf-interface">
      <Fields title="Inputs" fields={definition.applicationDatasetFields} none="It takes no application fields." />
      <Fields title="Outputs" fields={definition.runtimeDatasetFields} none="It has no runtime fields." isRuntime />
    </div>
  );
}

interface FieldsProps {
  readonly title: string;
  readonly fields: readonly DatasetField[];
  readonly none: string;
  readonly isRuntime?: boolean;
}

function Fields({ title, fields, none, isRuntime = false }: FieldsProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {fields.length === 0 && <p className="sf-note">{none}</p>}
      <ul>
        {fields.map(({ key, name, type, required }) => (
          <li key={key}>
            <span className={isRuntime ? "df run" : "df"}>{name}</span>
            <span className="faint">{type}</span>
            {required && <span className="muted">required</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function cycleText({ solutionName, name, definition }: SubFlow, solutionId: string): string | undefined {
  if (!usedSolutions(definition).has(solutionId)) return undefined;
  return `${solutionName} ${name} runs a version of this solution. A solution cannot be inside itself: choose another version.`;
}

/** What choosing it would do: '3 of 4 inputs and 1 of 2 outputs are mapped by name.' */
function mappedText(editor: Editor, nodeId: string, subFlow: SubFlow): string | undefined {
  const executed = commands.chooseSubFlow(nodeId, subFlow)(editor.state.document);
  const node = executed.ok ? executed.document.nodes.get(nodeId) : undefined;
  if (node?.type !== "SubFlow") return undefined;
  const { applicationDatasetFields: inputs, runtimeDatasetFields: outputs } = subFlow.definition;
  const names = (fields: readonly DatasetField[]) => new Set(fields.map(({ name }) => name));
  const [inputNames, outputNames] = [names(inputs), names(outputs)];
  const set = node.subFlowInputs.filter(
    ({ field, datasource, fieldKey }) => inputNames.has(field) && (datasource === "Literal" || fieldKey !== ""),
  );
  const read = node.subFlowOutputs.filter(({ field, resultField }) => outputNames.has(field) && resultField !== "");
  return `${set.length} of ${counted(inputs.length, "input")} and ${read.length} of ${counted(outputs.length, "output")} mapped`;
}
