import { writeWhileHeld } from "@airlock/backend/leases";
import { linksOf, pieceBytes, type Resource, type UploadFields } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { UploadLost } from "@airlock/platform/own-bucket";
import { isObjectName, ownFiles } from "@airlock/platform/file-source";
import { asking, findHome } from "../bucket/file-source-of.ts";
import type { Router } from "../http/router.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, nothing, refuse, isRefused, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { freeName } from "./free-name.ts";
import { holdingLease, takeUpload } from "./lease.ts";
import { createUpload, deleteUpload, findUpload, isUploading, moveUpload, type UploadRow } from "./store.ts";

const uploadSubject: Subject<"upload", UploadRow> = {
  resource: "upload",
  parameter: "uploadId",
  missing: "UPLOAD_NOT_FOUND",
  find: findUpload,
  state: () => ({}),
};

export function uploadRoutes(router: Router, parts: Parts): void {
  const { ownBucket, postgres } = parts;

  /** The count of bytes that the bucket has then. */
  async function addTo({ session, length }: UploadRow, from: number, bytes: Buffer): Promise<number | Refused> {
    try {
      return await ownBucket.addToUpload(session, from, length, bytes);
    } catch (error) {
      if (error instanceof UploadLost) return refuse("UPLOAD_LOST");
      throw error;
    }
  }

  router.user("uploads.create", async ({ actor, tx, body, ids }) => {
    const home = await findHome(tx, parts, actor);
    if (isRefused(home) || home.kind !== "airlock") return refuse("UPLOAD_NOT_USED");
    if (!isObjectName(body.fileName)) {
      return refuse("INVALID_REQUEST", [
        { field: "fileName", code: "name", message: "cannot be the name of a file here: it is too long, or a path" },
      ]);
    }
    return afterCommit(() =>
      asking("STORAGE_UNAVAILABLE", async () => {
        const inOrganisation = <T>(work: (own: Tx) => Promise<T>) =>
          postgres.inOrganisation({ ...actor, correlationId: ids.correlationId }, work);
        const folder = ownFiles(actor.organisationId);
        // Uploads before objects: one that ends in between is found as an object.
        const isTaken = async (name: string) =>
          (await inOrganisation((own) => isUploading(own, folder + name))) || (await ownBucket.stat(folder + name)) !== undefined;
        for (;;) {
          const file_name = await freeName(body.fileName, isTaken);
          const object = folder + file_name;
          const session = await ownBucket.beginUpload(object, "application/octet-stream");
          const row = { id: newId(), file_name, object, length: body.length, session };
          const isCreated = await inOrganisation(async (own) => {
            if (await isUploading(own, object)) return false;
            await createUpload(own, actor, row);
            return true;
          });
          if (isCreated) return done(uploadResource(actor, { ...row, received: 0, created_at: new Date() }));
          // Another call began an upload with this name in the meantime.
          await ownBucket.cancelUpload(session);
        }
      }),
    );
  });

  router.object("upload.read", uploadSubject, ({ actor }, row) => Promise.resolve(done(uploadResource(actor, row))));

  router.object("upload.add", uploadSubject, async ({ actor, tx, query, body, ids }, row) => {
    const isLast = query.from + body.length === row.length;
    const isPiece = body.length > 0 && query.from + body.length <= row.length && (isLast || body.length % pieceBytes.unit === 0);
    if (query.from !== row.received || !isPiece) {
      return {
        kind: "refused",
        problem: { code: "UPLOAD_OUT_OF_STEP", details: { received: String(row.received) } },
      } as const;
    }
    const lease = await takeUpload(tx, actor, row.id);
    if (lease === undefined) return refuse("UPLOAD_BUSY");
    const inOrganisation = <T>(work: (own: Tx) => Promise<T>) =>
      postgres.inOrganisation({ ...actor, correlationId: ids.correlationId }, work);
    return afterCommit(() =>
      asking("STORAGE_UNAVAILABLE", async () => {
        const added = await holdingLease(inOrganisation, lease, parts.log, async () => {
          const sent = await addTo(row, query.from, Buffer.from(body));
          if (isRefused(sent)) return sent;
          const received = await writeWhileHeld(inOrganisation, lease, async (own) => {
            if (sent < row.length) return moveUpload(own, row.id, query.from, sent);
            await deleteUpload(own, row.id);
            return sent;
          });
          return received === undefined ? refuse("UPLOAD_NOT_FOUND") : done(uploadResource(actor, { ...row, received }));
        });
        return added ?? refuse("UPLOAD_BUSY");
      }),
    );
  });

  router.object("upload.cancel", uploadSubject, ({ actor, ids }, row) =>
    Promise.resolve(
      afterCommit(async () => {
        try {
          await ownBucket.cancelUpload(row.session);
          await postgres.inOrganisation({ ...actor, correlationId: ids.correlationId }, (own) => deleteUpload(own, row.id));
        } catch (error) {
          // For the user the upload has ended. The worker discards what the bucket received, a week after it began.
          parts.log.warn({ err: error }, "an upload was not discarded");
        }
        return nothing;
      }),
    ),
  );
}

function uploadResource(actor: Actor, row: Omit<UploadRow, "session">): Resource<UploadFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      fileName: row.file_name,
      length: row.length,
      received: row.received,
      createdDate: row.created_at.toISOString(),
    },
    _links: linksOf("upload", {}, { uploadId: row.id }, actor.permissions),
  };
}
