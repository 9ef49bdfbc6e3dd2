import type { FileBucket } from "@airlock/platform/file-source";
import { WentWrong } from "@airlock/platform/service-account";
import { isRefused, type Refused } from "../outcome.ts";

/** Buckets on S3 can be chosen also if the others cannot be listed. Without any, the reason of that is reported. */
export async function allBuckets(
  s3: readonly FileBucket[],
  others: Refused | (() => Promise<readonly FileBucket[]>),
  missing: (error: WentWrong) => void,
): Promise<readonly FileBucket[] | Refused> {
  if (isRefused(others)) return s3.length === 0 ? others : s3;
  try {
    return [...(await others()), ...s3];
  } catch (error) {
    if (!(error instanceof WentWrong) || s3.length === 0) throw error;
    missing(error);
    return s3;
  }
}
