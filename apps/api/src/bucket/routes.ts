import { linksOf } from "@airlock/contract";
import { findS3Server, readableBuckets } from "@airlock/platform/s3-account";
import { s3Buckets } from "@airlock/platform/s3-file-source";
import { wholeList } from "../http/page.ts";
import type { Router } from "../http/router.ts";
import { afterCommit, done, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { allBuckets } from "./all-buckets.ts";
import { importable, lookInto } from "./look-into.ts";
import { asking, atFileSource, findHome, openFileSource } from "./file-source-of.ts";

export function bucketRoutes(router: Router, parts: Parts): void {
  router.user("buckets.list", async ({ actor, tx }) => {
    const server = await findS3Server(tx, actor.organisationId);
    const s3 = s3Buckets(server === undefined ? [] : readableBuckets(server, parts.ownBucket.name));
    const home = await findHome(tx, parts, actor);
    const others = isRefused(home) ? home : async () => (await openFileSource(parts, actor, home)).buckets();
    const missing = (error: unknown) =>
      parts.log.warn({ err: error, organisationId: actor.organisationId }, "only the buckets of an S3 account were listed");
    return afterCommit(() =>
      asking("STORAGE_UNAVAILABLE", async () => {
        const buckets = await allBuckets(s3, others, missing);
        if (isRefused(buckets)) return buckets;
        const { buckets: self, bucketFiles } = linksOf("profile", {}, {}, actor.permissions);
        const links = bucketFiles === undefined ? {} : { files: bucketFiles };
        return done(
          wholeList(
            buckets.map((bucket) => ({ _embedded: { ...bucket }, _links: links })),
            self,
          ),
        );
      }),
    );
  });

  router.user("bucket.files", async (call) =>
    atFileSource(parts, call, call.body.projectId, async (fileSource) => {
      const { bucket, projectId } = call.body;
      if (!fileSource.knows(bucket, projectId)) return refuse("BUCKET_NOT_FOUND");
      const { bucketFiles: self, fileDefinition } = linksOf("profile", {}, {}, call.actor.permissions);
      const links = fileDefinition === undefined ? {} : { definition: fileDefinition };
      const files = (await fileSource.files(bucket, call.signal)).filter(({ name }) => importable.test(name));
      const items = files.map(({ name, length, updated }) => ({
        _embedded: { name, length, updatedDate: updated, definition: null },
        _links: links,
      }));
      return done(wholeList(items, self));
    }),
  );

  router.user("bucket.definition", async (call) =>
    atFileSource(parts, call, call.body.projectId, async (fileSource) => {
      const { bucket, projectId, fileName, columns: chosen } = call.body;
      if (!fileSource.knows(bucket, projectId)) return refuse("BUCKET_NOT_FOUND");
      const file = { fileSource, bucket, name: fileName, chosen };
      const look = await lookInto(parts.parquetLooks, { ...call.actor, signal: call.signal }, file);
      if (isRefused(look)) return look;
      const { fileDefinition: self } = linksOf("profile", {}, {}, call.actor.permissions);
      const { length, updated, definition } = look;
      return done({
        _embedded: { name: fileName, length, updatedDate: updated, definition },
        _links: self === undefined ? {} : { self },
      });
    }),
  );
}
