import type { ExperimentResultFields, MeasurableColumn, Resource, ResultField, WhatIfFields, WhatIfQuestion } from "@airlock/contract";
import { hasSameThresholds, withThresholds, type Definition, type ThresholdChange } from "@airlock/flow";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { fillAddress } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient, useProfile } from "../api/session/use-session.ts";
import { dragQuestion, useAtPosition, type Grip } from "./use-drag.ts";
import type { ThresholdChanges } from "./use-threshold-changes.ts";
import { useChangeDraft } from "../parts/versions/use-change-draft.ts";

type Result = Resource<ExperimentResultFields>;

export interface Ran {
  readonly result: Result;
  readonly definition: Definition;
  readonly fields: readonly ResultField[];
  /** Columns of its datasource that can be measures. */
  readonly measurable: readonly MeasurableColumn[];
}

/** A result with the flow that it ran and the ranges of its fields. */
export function useRan(id: string) {
  const client = useClient();
  const href = fillAddress(linkFor(useProfile(), "experimentResult", "GET"), { experimentResultId: id });
  const query = useQuery({
    queryKey: ["thresholds", href],
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Ran | { readonly result: Result; readonly definition: undefined }> => {
      const result = await client.get("experimentResult.read", href ?? "", { signal });
      const [flow, details] = [linkFor(result, "definition", "GET"), linkFor(result, "details", "GET")];
      if (flow === undefined || details === undefined) return { result, definition: undefined };
      const [ran, shown] = await Promise.all([
        client.get("experimentResult.definition", flow, { signal }),
        client.get("experimentResult.details", details, { signal }),
      ]);
      return { result, ...ran._embedded, fields: shown._embedded.fields };
    },
  });
  return { mayRead: href !== undefined, query };
}

/**
 * Debounced: one request when dragging pauses. The mix of outcomes has a short delay; the measures, which need a lookup of the rows, a longer one.
 * The counts of a drag are requested once the pointer rests on what can be dragged.
 */
const restMillis = { mix: 120, measures: 400, drag: 60 };

/**
 * The outcomes with the changed numbers. While a number is dragged they follow it at once, from the counts of all its positions, as soon as these are
 * there; before that, and for any other change, they are requested.
 */
export function useWhatIf(result: Result, question: WhatIfQuestion, grip: Grip | undefined, numbers: ThresholdChanges) {
  const dragged = useAnswer(result, dragQuestion(question, grip), restMillis.drag);
  const atPosition = useAtPosition(dragged.isBehind ? undefined : dragged.data, grip, numbers);
  const plain = { ...question, measures: [] };
  useKnownAnswer(result, plain, atPosition);
  const requested = useAnswer(result, plain, restMillis.mix);
  return {
    data: atPosition ?? requested.data,
    error: atPosition === undefined ? requested.error : null,
    refetch: requested.refetch,
    isBehind: atPosition === undefined && requested.isBehind,
  };
}

/** Makes it the response to this question, so that it is not requested. */
function useKnownAnswer(result: Result, question: WhatIfQuestion, answer: WhatIfFields | undefined): void {
  const queries = useQueryClient();
  const href = linkFor(result, "whatIf", "POST");
  const text = JSON.stringify(question);
  useEffect(() => {
    if (answer !== undefined) queries.setQueryData(answerKey(href, text), answer);
  }, [queries, href, text, answer]);
}

function answerKey(href: string | undefined, question: string | undefined) {
  return ["what if", href, question] as const;
}

/** Sends no request without measures. */
export function useMeasures(result: Result, { changes, measures }: WhatIfQuestion) {
  return useAnswer(result, measures.length === 0 ? undefined : { changes, values: [], measures }, restMillis.measures);
}

function useAnswer(result: Result, question: WhatIfQuestion | undefined, rest: number) {
  const client = useClient();
  const href = linkFor(result, "whatIf", "POST");
  const text = question && JSON.stringify(question);
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), rest);
    return () => clearTimeout(timer);
  }, [text, rest]);
  const query = useQuery({
    queryKey: answerKey(href, debounced),
    enabled: href !== undefined && debounced !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      // Serialised above from a question of this type.
      const body = JSON.parse(debounced ?? "{}") as WhatIfQuestion;
      return (await client.post("experimentResult.whatIf", href ?? "", { signal, body, background: true, waited: true }))._embedded;
    },
  });
  /** Whether the shown figures are from before the last move. */
  return { ...query, isBehind: debounced !== text || query.isFetching };
}

interface Kept {
  readonly changes: readonly ThresholdChange[];
  /** The flow that ran, with the thresholds that were kept. */
  readonly definition: Definition;
}

/**
 * Writes the thresholds into the saved solution, if they are still those that ran, or those that were kept from here. One that was kept and is not
 * changed any more is put back.
 */
export function useKeepDraft(ran: Ran, original: ReadonlyMap<string, string>) {
  const { mayChange, isBusy, changeDraft } = useChangeDraft();
  const [{ changes: kept, definition: before }, setKept] = useState<Kept>({ changes: [], definition: ran.definition });
  const keep = async (changes: readonly ThresholdChange[]) => {
    const now = new Set(changes.map(keyOf));
    const undone = kept
      .filter((change) => !now.has(keyOf(change)))
      .map((change) => ({ ...change, value: original.get(keyOf(change)) ?? change.value }));
    const written = [...changes, ...undone];
    const isDone = await changeDraft(ran.result._embedded.solutionId, {
      doing: "Keep as draft",
      done: "Kept as draft",
      change: (saved) =>
        (hasSameThresholds(before, saved, written) ? withThresholds(saved, written) : undefined) ??
        "The solution has changed since this result: a number that you moved was changed, moved or deleted in it. Change it in the solution, or move it on a new result.",
    });
    if (isDone) setKept({ changes, definition: withThresholds(before, written) ?? before });
  };
  return { mayKeep: mayChange, isKeeping: isBusy, kept, keep };
}

/** As the keys of the numbers of the flow that ran. */
function keyOf({ id, path }: ThresholdChange): string {
  return `${id} ${path}`;
}
