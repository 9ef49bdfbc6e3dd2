import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { shortDate } from "../../ui/format/dates.ts";
import { NameField } from "./name-field.tsx";
import { ProblemText } from "../../parts/fault/problem-text.tsx";
import { sizeText } from "../../ui/format/size-text.ts";
import { UploadDrop } from "./upload-drop.tsx";
import { bucketKey, isOnS3, isOwnBucket, type Wizard } from "./use-wizard.ts";
import { WaitText } from "./wait-text.tsx";

/** Step 1: a bucket and a file in it, or a file to upload. */
export function FileStep({ wizard }: { readonly wizard: Wizard }) {
  const { buckets, allBuckets, bucket, files, file } = wizard;
  const queries = useQueryClient();
  const [sought, setSought] = useState("");
  if (buckets.isPending) return <WaitText what="buckets" />;
  if (buckets.error && buckets.data === undefined) return <ProblemText error={buckets.error} />;
  const all = files.data?.items.map(({ _embedded }) => _embedded) ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()));
  const uploaded = async (name: string, length: number) => {
    await queries.invalidateQueries({ queryKey: ["bucket-files"] });
    if (bucket !== undefined) wizard.chooseFile({ bucket, name, length });
  };
  return (
    <>
      <NameField wizard={wizard} />
      <TextField
        select
        label="Bucket"
        required
        value={bucket === undefined ? "" : bucketKey(bucket)}
        onChange={(event) => wizard.chooseBucket(event.target.value)}
        disabled={allBuckets.length === 0}
        helperText={
          allBuckets.length === 0
            ? "The service account sees no buckets besides Airlock's own, which is never read with it."
            : allBuckets.some(isOwnBucket)
              ? undefined
              : "Files are read with your organisation's own accounts. To import a file of your own, put it into one of these buckets."
        }
        slotProps={{ inputLabel: { shrink: true } }}
      >
        {allBuckets.map((one) => (
          <MenuItem key={bucketKey(one)} value={bucketKey(one)}>
            {isOnS3(one) ? `${one.name} (S3)` : one.name}
          </MenuItem>
        ))}
      </TextField>
      {bucket !== undefined && isOwnBucket(bucket) && <UploadDrop onUploaded={(name, length) => void uploaded(name, length)} />}
      {bucket !== undefined && files.isPending && <WaitText what="files" />}
      {files.error && <ProblemText error={files.error} />}
      {files.data !== undefined && bucket !== undefined && (
        <div>
          {all.length > 6 && (
            <TextField
              label="Find a file"
              type="search"
              fullWidth
              value={sought}
              onChange={(event) => setSought(event.target.value)}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
          <div className="ds-files" role="radiogroup" aria-label="File">
            {found.map(({ name, length, updatedDate }) => (
              <label key={name} className={file?.name === name ? "ds-file is-on" : "ds-file"}>
                <input
                  type="radio"
                  name="datasource-file"
                  checked={file?.name === name}
                  onChange={() => wizard.chooseFile({ bucket, name, length })}
                />
                <span className="mono clip grow">{name}</span>
                <span className="faint">{sizeText(length)}</span>
                <span className="faint ds-file-date">{shortDate(updatedDate)}</span>
              </label>
            ))}
            {found.length === 0 && (
              <p className="nothing-yet">{all.length === 0 ? "No CSV or Parquet files in this bucket yet." : "No file matches."}</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}
