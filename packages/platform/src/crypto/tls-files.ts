import { readFileSync } from "node:fs";

/** Paths of files in PEM: the certificate authority that signed the server's certificate, and this process's own certificate and key. */
export interface TlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export interface TlsMaterial {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** Undefined if no file is set. An empty setting means no file. */
export function tlsFilesOf(ca: string, cert: string, key: string): TlsFiles | undefined {
  const files = Object.entries({ ca, cert, key }).filter(([, path]) => path !== "");
  return files.length === 0 ? undefined : Object.fromEntries(files);
}

export function readTlsFiles({ ca, cert, key }: TlsFiles): TlsMaterial {
  return {
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
  };
}
