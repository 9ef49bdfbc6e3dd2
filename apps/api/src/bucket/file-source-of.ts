import { s3ProjectId, type Problem } from "@airlock/contract";
import { openGoogleFileSource, openOwnFileSource, WentWrong, type FileSource } from "@airlock/platform/file-source";
import { homeOf, type Home } from "@airlock/platform/stored-account";
import type { Tx } from "@airlock/platform/postgres";
import { SecretUnreadable } from "@airlock/platform/secrets";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, refuse, type AfterCommit, type Done, type Refused, isRefused } from "../outcome.ts";
import { s3AccountFor } from "../organisation/s3-account.ts";
import type { Parts } from "../parts.ts";
import { openS3Files } from "./open-s3-files.ts";

type Place = Exclude<Home, { kind: "missing" }>;

/** Where the actor's organisation stores its data, or why that is unknown. */
export async function findHome(tx: Tx, parts: Parts, actor: Actor): Promise<Place | Refused> {
  try {
    const home = await homeOf(tx, parts.secrets, actor.organisationId);
    return home.kind === "missing" ? refuse("SERVICE_ACCOUNT_MISSING") : home;
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    parts.log.error({ err: error, organisationId: actor.organisationId }, "a stored service account cannot be opened");
    return refuse("SERVICE_ACCOUNT_UNREADABLE");
  }
}

export async function openFileSource(parts: Parts, actor: Actor, home: Place): Promise<FileSource> {
  const { ownBucket, google } = parts;
  if (home.kind === "airlock") return openOwnFileSource(ownBucket, actor.organisationId);
  return openGoogleFileSource(google, home, ownBucket.nameAtGoogle);
}

/** External servers are called outside the transaction; their errors are shown to the user. */
export async function asking<T>(code: Problem["code"], work: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WentWrong)) throw error;
    return { kind: "refused", problem: { code, details: { sentence: error.message } } };
  }
}

type Open = () => Promise<FileSource>;

/** The storage with the buckets of a project: the organisation's S3 account, its service account, or Airlock's own bucket. */
async function fileSourceOf(tx: Tx, parts: Parts, actor: Actor, projectId: string): Promise<Open | Refused> {
  if (projectId !== s3ProjectId) {
    const home = await findHome(tx, parts, actor);
    return isRefused(home) ? home : () => openFileSource(parts, actor, home);
  }
  const account = await s3AccountFor(tx, parts, actor.organisationId);
  if (isRefused(account)) return account.problem.code === "S3_ACCOUNT_MISSING" ? refuse("BUCKET_NOT_FOUND") : account;
  return () => Promise.resolve(openS3Files(parts, actor.organisationId, account));
}

/** Accesses the storage with the buckets of a project, after the transaction. */
export async function atFileSource<T>(
  parts: Parts,
  { actor, tx }: { readonly actor: Actor; readonly tx: Tx },
  projectId: string,
  work: (fileSource: FileSource) => Promise<Done<T> | Refused>,
): Promise<AfterCommit<T> | Refused> {
  const open = await fileSourceOf(tx, parts, actor, projectId);
  if (isRefused(open)) return open;
  return afterCommit(() => asking<Done<T>>("STORAGE_UNAVAILABLE", async () => work(await open())));
}
