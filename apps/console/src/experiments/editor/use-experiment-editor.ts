import type { ExperimentFields, MappedField, Resource } from "@airlock/contract";
import { mappingProblems } from "@airlock/contract/experiment-mapping";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../../api/api-problem.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import type { Choice } from "../../parts/list-page/column.ts";
import { draftOf, hasSameChoices, isChanged, whyNotExecute, withDatasource, withSolution, type Draft } from "./experiment-draft.ts";
import { mappedByName, mappingFor } from "../../parts/field-mapping/mapping.ts";
import { carriedByProposal, freeColumns, proposedCarry } from "../../parts/field-mapping/proposed-carry.ts";
import { useChosenDatasource } from "../../parts/field-mapping/use-chosen-datasource.ts";
import { useChosenSolution } from "../../parts/field-mapping/use-chosen-solution.ts";

/** The state of the page: the unsaved experiment, its problems, and the actions on it. */
export function useExperimentEditor(opened: Resource<ExperimentFields>, onRead: () => Promise<unknown>) {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const [saved, setSaved] = useState(opened);
  const [draft, setDraft] = useState<Draft>(() => draftOf(opened._embedded));
  const [busy, setBusy] = useState<"saving" | "executing">();
  const [seen, setSeen] = useState(opened);
  /** What someone else saved, until the user has decided. */
  const [conflict, setConflict] = useState<Resource<ExperimentFields>>();
  if (seen !== opened) {
    // It was loaded again. What someone else saved is adopted only without unsaved changes: saving those must detect the conflict.
    setSeen(opened);
    const isUnchanged = !isChanged(draft, saved._embedded);
    const isNewer = opened._embedded.revision >= saved._embedded.revision;
    if (isNewer && (isUnchanged || hasSameChoices(opened._embedded, saved._embedded))) {
      setSaved(opened);
      if (isUnchanged) setDraft(draftOf(opened._embedded));
    }
  }
  const solution = useChosenSolution(draft);
  const datasource = useChosenDatasource(draft.datasource?.value);
  const fields = solution.chosen?.fields;
  const columns = datasource.columns;
  const mapping = fields === undefined ? undefined : mappingFor(fields, columns ?? [], draft.mapping);
  const problems = fields === undefined || mapping === undefined || columns === undefined ? [] : mappingProblems(fields, columns, mapping);
  const free = freeColumns(columns ?? [], mapping ?? []);
  const carry = draft.carry ?? carriedByProposal(proposedCarry(free, datasource.profileOf, datasource.fields?.recordCount ?? 0));
  const put = linkFor(saved, "self", "PUT");
  const changed = isChanged(draft, saved._embedded);

  /** Undefined when it was not saved, because someone else saved first. */
  const write = async (from = saved): Promise<Resource<ExperimentFields> | undefined> => {
    if (put === undefined) return undefined;
    const body = {
      solutionId: draft.solution?.value ?? null,
      versionId: draft.version?.value ?? null,
      datasourceId: draft.datasource?.value ?? null,
      fieldMapping: mapping ?? draft.mapping,
      records: draft.records,
      // A proposal that was seen is kept; where there is none, columns of a later profile can still be proposed.
      carry: draft.carry === null && carry.length === 0 ? null : carry,
      revision: from._embedded.revision,
    };
    try {
      const answer = await client.put("experiment.update", put, { body });
      setSaved(answer);
      setConflict(undefined);
      // Changes made during the request are kept.
      setDraft((now) => (now === draft ? draftOf(answer._embedded) : now));
      void queries.invalidateQueries({ queryKey: ["experiments"] });
      return answer;
    } catch (error) {
      const self = linkFor(saved, "self", "GET");
      if (asProblem(error).code !== "EDIT_CONFLICT" || self === undefined) throw error;
      const now = await client.get("experiment.read", self);
      // Another field was changed, such as the name in the list: the two changes do not touch each other.
      if (hasSameChoices(now._embedded, from._embedded)) return write(now);
      setConflict(now);
      return undefined;
    }
  };
  const doing = async <Result>(what: "saving" | "executing", work: () => Promise<Result>): Promise<Result | undefined> => {
    setBusy(what);
    try {
      return await work();
    } catch (error) {
      tellProblem(messages, error);
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  const save = async (from?: Resource<ExperimentFields>): Promise<boolean> => {
    const answer = await doing("saving", () => write(from));
    if (answer !== undefined) messages.success(`${answer._embedded.name} saved`);
    return answer !== undefined;
  };
  const remap = (change: (now: readonly MappedField[]) => readonly MappedField[]) => {
    if (mapping !== undefined) setDraft({ ...draft, mapping: change(mapping) });
  };
  return {
    experiment: saved,
    draft,
    solution,
    datasource,
    fields,
    mapping,
    problems: new Map(problems.map((problem) => [problem.key, problem])),
    busy,
    changed,
    mayChange: put !== undefined,
    isAtStake: () => changed && put !== undefined,
    whyNotExecute: whyNotExecute({
      draft,
      // A user who may not read the solution or the datasource may still execute a saved choice.
      isValid: solution.mayRead ? solution.chosen?.isValid : saved._embedded.validRuntime,
      isDatasourceReady: datasource.mayRead ? datasource.fields && datasource.fields.status === "ready" : true,
      wrong: problems.length,
    }),
    chooseSolution: (choice: Choice | null) => setDraft(withSolution(draft, choice)),
    chooseVersion: (choice: Choice | null) => setDraft({ ...draft, version: choice }),
    chooseDatasource: (choice: Choice | null) => setDraft(withDatasource(draft, choice)),
    carry,
    /** What no field takes, and what was chosen before a field took it. */
    carriable: [...new Set([...free.map(({ name }) => name), ...carry])],
    isCarryProposed: draft.carry === null,
    chooseCarry: (names: readonly string[]) => setDraft({ ...draft, carry: names }),
    chooseRecords: (records: Draft["records"]) => setDraft({ ...draft, records }),
    map: (entry: MappedField) => remap((now) => now.map((one) => (one.key === entry.key ? entry : one))),
    mapByName: () => {
      if (fields !== undefined && columns !== undefined) remap((now) => mappedByName(fields, columns, now));
    },
    save: () => save(),
    conflict: conflict && {
      loadTheirs: () => {
        setSaved(conflict);
        setDraft(draftOf(conflict._embedded));
        setConflict(undefined);
      },
      saveMine: () => void save(conflict),
      close: () => setConflict(undefined),
    },
    /** True when a run was begun. */
    execute: async () => {
      const begun = await doing("executing", async () => {
        const isProposing = draft.carry === null && carry.length > 0;
        const isMapping = mapping !== undefined && mapping.length !== saved._embedded.fieldMapping.length;
        const answer = changed || isMapping || isProposing ? await write() : saved;
        const href = answer && linkFor(answer, "results", "POST");
        if (href === undefined) return undefined;
        return client.post("experiment.run", href);
      });
      await queries.invalidateQueries({ queryKey: ["experiment results"] });
      return begun !== undefined;
    },
    refresh: async () => {
      await Promise.all([
        onRead(),
        solution.refresh(),
        datasource.refresh(),
        queries.invalidateQueries({ queryKey: ["experiment results"] }),
      ]);
    },
  };
}
export type ExperimentEditor = ReturnType<typeof useExperimentEditor>;
