import type { BucketFields, DatasourceFields, DatasourceType, FileDefinition, Resource, TableType } from "@airlock/contract";
import { fileAddress, s3ProjectId } from "@airlock/contract/file-address";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { asProblem, type ApiProblem } from "../../api/api-problem.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { readingOf, textsIn } from "./cell-format.ts";
import { chosenColumns, nameFrom, type ChosenColumn } from "./column-choice.ts";
import { emptyDatabase, hostIn, isComplete, type DatabaseDraft } from "./database-draft.ts";
import { useRejections } from "./use-rejections.ts";
import { datasourceLists } from "../use-datasources.ts";
import { loadOptions } from "../../api/load-options.ts";

export type Kind = DatasourceType;
export interface ChosenFile {
  readonly bucket: BucketFields;
  readonly name: string;
  readonly length: number;
}

/** What the wizard is waiting for, as shown on the screen. */
export const loadingTexts = {
  buckets: "Loading the list of buckets",
  files: "Loading the list of files from the bucket",
  file: "Retrieving the details of the file",
  datasource: "Retrieving the details the datasource details",
} as const;

/** Airlock's own bucket, which accepts uploads. An S3 bucket may have the same name. */
export const isOwnBucket = ({ id, projectId }: BucketFields) => id === "airlock" && projectId === "airlock";

export const isOnS3 = ({ projectId }: BucketFields) => projectId === s3ProjectId;

/** Buckets of two servers may have the same name. */
export const bucketKey = ({ id, projectId }: BucketFields) => `${projectId} ${id}`;

/** The state of the dialog for adding a datasource: what the user has chosen, and what was loaded for it. */
export function useWizard(href: string) {
  const client = useClient();
  const queries = useQueryClient();
  const profile = useProfile();
  const buckets = linkFor(profile, "buckets", "GET");
  const files = linkFor(profile, "bucketFiles", "POST");
  const definitions = linkFor(profile, "fileDefinition", "POST");
  const [kind, setKind] = useState<Kind>(buckets === undefined ? "BigQuery" : "LinkedStorage");
  const [name, setName] = useState({ text: "", isTyped: false });
  const [chosenKey, setChosenKey] = useState<string>();
  const [file, setFile] = useState<ChosenFile>();
  /** The file that is chosen when a response arrives. */
  const latestFile = useRef<ChosenFile>(undefined);
  const [step, setStep] = useState<1 | 2>(1);
  const [definition, setDefinition] = useState<FileDefinition>();
  const [columns, setColumns] = useState<readonly ChosenColumn[]>([]);
  const [missing, setMissing] = useState("");
  const [tableName, setTableName] = useState("");
  const [database, setDatabase] = useState<DatabaseDraft>(emptyDatabase);
  const [tableType, setTableType] = useState<TableType>("custom");
  const [waiting, setWaiting] = useState<keyof typeof loadingTexts>();
  const [failure, setFailure] = useState<{ readonly problem: ApiProblem; readonly of: ChosenFile | undefined }>();
  // A response may arrive when another file is chosen, with which nothing is wrong.
  const problem = failure?.of === file ? failure?.problem : undefined;
  const [made, setMade] = useState<Resource<DatasourceFields>>();

  const bucketQuery = useQuery({
    queryKey: ["buckets", buckets],
    enabled: buckets !== undefined,
    retry: false,
    queryFn: (context) => client.get("buckets.list", buckets ?? "", loadOptions(context)),
  });
  const allBuckets = bucketQuery.data?.items.map(({ _embedded }) => _embedded) ?? [];
  const bucket = allBuckets.find((one) => bucketKey(one) === chosenKey) ?? (allBuckets.length === 1 ? allBuckets[0] : undefined);
  const fileQuery = useQuery({
    queryKey: ["bucket-files", bucket?.projectId, bucket?.id],
    enabled: files !== undefined && bucket !== undefined,
    retry: false,
    queryFn: ({ signal }) =>
      client.post("bucket.files", files ?? "", {
        body: { bucket: bucket?.id ?? "", projectId: bucket?.projectId ?? "" },
        signal,
      }),
  });

  const asRead = columns.map((column) => ({ ...column, reading: readingOf(column, textsIn(missing)) }));
  const rejections = useRejections(step === 2 ? file : undefined, definition, asRead);

  const chooseFile = (chosen: ChosenFile | undefined) => {
    latestFile.current = chosen;
    setFile(chosen);
    setFailure(undefined);
    // An upload calls this long after it began: the name may have been typed since.
    if (chosen !== undefined) setName((now) => (now.isTyped ? now : { text: nameFrom(chosen.name), isTyped: false }));
  };
  /** Shows what it waits for and keeps what went wrong. */
  const asking = async (what: keyof typeof loadingTexts, work: () => Promise<void>) => {
    setWaiting(what);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure({ problem: asProblem(error), of: file });
    } finally {
      setWaiting(undefined);
    }
  };
  const next = () =>
    asking("file", async () => {
      if (file === undefined || definitions === undefined) return;
      const body = { bucket: file.bucket.id, projectId: file.bucket.projectId, fileName: file.name };
      const { _embedded } = await client.post("bucket.definition", definitions, { body });
      if (_embedded.definition === null || latestFile.current !== file) return;
      setDefinition(_embedded.definition);
      setColumns(chosenColumns(_embedded.definition));
      setMissing("");
      setStep(2);
    });
  const create = () =>
    asking("datasource", async () => {
      const fromFile = file && {
        type: "LinkedStorage" as const,
        name: name.text.trim(),
        projectId: file.bucket.projectId,
        fileName: fileAddress(file.bucket.projectId, { bucket: file.bucket.id, name: file.name }),
        columns: asRead.map(({ name: column, type, reading }) => ({ name: column, type, reading })),
        selectedColumns: columns.filter(({ selected }) => selected).map((column) => column.name),
        tableType,
      };
      const fromTable = { type: "BigQuery" as const, name: name.text.trim(), tableName, tableType };
      const fromDatabase = {
        ...database,
        ...fromTable,
        type: "Postgres" as const,
        host: hostIn(database.host),
        port: Number(database.port),
      };
      const body = { LinkedStorage: fromFile, BigQuery: fromTable, Postgres: fromDatabase }[kind];
      if (body === undefined) return;
      setMade(await client.post("datasources.create", href, { body }));
      await queries.invalidateQueries({ queryKey: [datasourceLists[0]] });
    });

  return {
    kind,
    chooseKind: (chosen: Kind) => {
      setKind(chosen);
      setFailure(undefined);
    },
    /** Without the permission to import, files are not offered. */
    mayImport: buckets !== undefined,
    /** The password of a database is a secret. */
    mayUseSecrets: linkFor(profile, "secrets", "GET") !== undefined,
    name: name.text,
    rename: (text: string) => setName({ text, isTyped: text.trim() !== "" }),
    buckets: bucketQuery,
    allBuckets,
    bucket,
    chooseBucket: (key: string) => {
      setChosenKey(key);
      chooseFile(undefined);
    },
    files: fileQuery,
    file,
    chooseFile,
    step,
    back: () => setStep(1),
    definition,
    columns,
    setColumns,
    /** Texts that mean missing in every field, as typed. */
    missing,
    setMissing,
    rejections,
    database,
    setDatabase,
    tableName,
    setTableName,
    tableType,
    setTableType,
    waiting,
    problem,
    next,
    create,
    made,
    canGoOn: file !== undefined && name.text.trim() !== "" && waiting === undefined,
    canCreate:
      waiting === undefined &&
      name.text.trim() !== "" &&
      {
        LinkedStorage: columns.some(({ selected }) => selected),
        BigQuery: /^[A-Za-z0-9_]+$/.test(tableName),
        Postgres: tableName !== "" && isComplete(database),
      }[kind],
  };
}
export type Wizard = ReturnType<typeof useWizard>;
