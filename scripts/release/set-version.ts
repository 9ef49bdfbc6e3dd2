/** Sets the version of a package.json and of its dependencies on other packages of the project, which all have one version. */
export function setVersion(manifest: string, version: string): string {
  return manifest
    .replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`)
    .replaceAll(/^( +"@airlock\/[\w-]+": )"[^"]+"/gm, `$1"${version}"`);
}
