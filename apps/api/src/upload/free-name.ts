/** The same name, or with a number before its extension, so that an upload overwrites no other, neither one that is complete nor one that has begun. */
export async function freeName(wanted: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const [, stem = wanted, ending = ""] = /^(.+?)((?:\.[A-Za-z0-9]{1,8}){0,2})$/.exec(wanted) ?? [];
  for (let count = 1; count < 100; count += 1) {
    const name = count === 1 ? wanted : `${stem} (${count})${ending}`;
    if (!(await isTaken(name))) return name;
  }
  return `${stem} ${Date.now()}${ending}`;
}
