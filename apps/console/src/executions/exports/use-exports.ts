import type { ExportFields, ExportFormat, Resource } from "@airlock/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { downloadBlob } from "../../ui/format/download-blob.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { useRecords } from "../../parts/list-page/editing/use-records.ts";
import { loadOptions } from "../../api/load-options.ts";

export type Export = Resource<ExportFields>;

export const isUnderWay = ({ _embedded: { status } }: Export) => status === "waiting" || status === "running";

const busyMillis = 1_000;
const idleMillis = 15_000;

/** The organisation's exports, live while the dialog is open. */
export function useExports() {
  const client = useClient();
  const profile = useProfile();
  const messages = useMessages();
  const queries = useQueryClient();
  const { doing } = useRecords([]);
  const href = linkFor(profile, "exports", "GET") ?? "";
  const queryKey = ["exports", href];
  const list = useQuery({
    queryKey,
    queryFn: (context) => client.all("exports.list", href, loadOptions(context)),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? busyMillis : idleMillis),
  });
  const look = () => queries.invalidateQueries({ queryKey });
  return {
    list,
    begin: (format: ExportFormat, filters: Readonly<Record<string, string | undefined>>) =>
      doing(async () => {
        const body = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""));
        const { minMillis, maxMillis, ...texts } = body;
        const numbers = { ...(minMillis ? { minMillis: Number(minMillis) } : {}), ...(maxMillis ? { maxMillis: Number(maxMillis) } : {}) };
        await client.post("exports.create", linkFor(profile, "executionExports", "POST") ?? "", { body: { ...texts, ...numbers, format } });
        await look();
      }),
    /** Cancels one that is in progress and removes one that has ended. */
    remove: (one: Export) =>
      doing(async () => {
        await client.delete("export.delete", linkFor(one, "self", "DELETE") ?? "");
        messages.success(isUnderWay(one) ? "Export cancelled" : "Export removed");
        await look();
      }),
    download: (one: Export) =>
      doing(async () => {
        const file = await client.download("export.file", linkFor(one, "file", "GET") ?? "");
        downloadBlob(one._embedded.name, file);
      }),
  };
}
