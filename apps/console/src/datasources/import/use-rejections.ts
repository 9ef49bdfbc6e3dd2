import type { BodyOf, CellReading, FileDefinition } from "@airlock/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import type { ChosenColumn } from "./column-choice.ts";

interface File {
  readonly bucket: { readonly id: string; readonly projectId: string };
  readonly name: string;
}
type ReadColumn = ChosenColumn & { readonly reading: CellReading | undefined };

/** One request once typing pauses. */
const restMillis = 300;

/** The rows at the beginning of the file that would be rejected with the chosen fields; those of the guessed definition until something is chosen. */
export function useRejections(file: File | undefined, definition: FileDefinition | undefined, columns: readonly ReadColumn[]) {
  const client = useClient();
  const href = linkFor(useProfile(), "fileDefinition", "POST");
  const isGuessed = columns.every(
    ({ type, selected, reading }, at) => selected && reading === undefined && type === definition?.columns[at]?.type,
  );
  const isChecked = file !== undefined && definition?.format === "csv" && !isGuessed;
  const chosen = columns.map(({ type, selected, reading }) => ({ type, reading, isSelected: selected }));
  const text = isChecked
    ? JSON.stringify({ bucket: file.bucket.id, projectId: file.bucket.projectId, fileName: file.name, columns: chosen })
    : "";
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), restMillis);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ["file-rejections", debounced],
    enabled: debounced !== "" && href !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => {
      // Serialised above from a body of this type.
      const body = JSON.parse(debounced) as BodyOf<"bucket.definition">;
      return (await client.post("bucket.definition", href ?? "", { body, signal }))._embedded.definition;
    },
  });
  const result = isChecked ? (query.data ?? definition) : definition;
  return {
    problems: result?.problems ?? [],
    rejectedRows: result?.rejectedRows ?? 0,
    rowsLookedAt: result?.rowsLookedAt ?? 0,
    isBehind: isChecked && (debounced !== text || query.isFetching),
  };
}
