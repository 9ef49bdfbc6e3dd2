import type { Permission } from "@airlock/contract";

/** One line of the catalogue, as the api lists it. */
export interface PermissionEntry {
  readonly name: Permission;
  readonly noun: string;
  readonly sentence: string;
}

export const verbs = ["list", "create", "read", "update", "delete"] as const;
type Verb = (typeof verbs)[number];

export interface PermissionGroup {
  readonly noun: string;
  /** 'Solutions' */
  readonly title: string;
  readonly entries: readonly PermissionEntry[];
  readonly columns: Partial<Record<Verb, PermissionEntry>>;
  /** Permissions without a column, with the short label beside their box. */
  readonly also: readonly { readonly entry: PermissionEntry; readonly label: string }[];
}

/** Labels of permissions that are not a plain verb on their noun. Those that are not named here and fit no column show their own string. */
const alsoLabels: Partial<Record<Permission, string>> = {
  "solution.release": "Release",
  "solution.approve": "Approve",
  "solution.bypass": "Bypass",
  "solution.policy": "Policy",
  "solution.execute": "Execute",
  "versionExecutions.list": "Per version",
  "executions.erase": "Erase",
  "prediction.train": "Train",
  "prediction.deploy": "Deploy",
  "experiment.result.read": "Read results",
  "experiment.result.delete": "Delete results",
  "imports.*": "Import",
  "user.invite": "Invite",
  "profile.update": "Own profile",
  "roles.list": "See users' roles",
  "permissions.list": "List permissions",
};

/** In the order of the menu; nouns that it does not have come after. */
const nounTitles: Readonly<Record<string, string>> = {
  solution: "Solutions",
  version: "Versions",
  execution: "Executions",
  prediction: "Predictions",
  experiment: "Experiments",
  datasource: "Datasources",
  secret: "Secrets",
  user: "Users",
  role: "Roles",
  group: "Groups",
  organisation: "Organisations",
  audit: "Audit",
};
const order = Object.keys(nounTitles);
const otherTitles: Readonly<Record<string, string>> = { list: "Lists" };

function titleOf(noun: string): string {
  const known = nounTitles[noun] ?? otherTitles[noun];
  if (known !== undefined) return known;
  const capital = noun.charAt(0).toUpperCase() + noun.slice(1);
  return noun === "audit" ? capital : `${capital}s`;
}

function verbOf(name: string): Verb | undefined {
  const [, verb, ...more] = name.split(".");
  return more.length === 0 ? verbs.find((one) => one === verb) : undefined;
}

/** The catalogue as the dialog shows it: a row for each noun, a column for each usual verb. */
export function permissionMatrix(catalogue: readonly PermissionEntry[]): readonly PermissionGroup[] {
  const rank = (noun: string) => (order.includes(noun) ? order.indexOf(noun) : order.length);
  const nouns = [...Map.groupBy(catalogue, (entry) => entry.noun)].toSorted(([one], [other]) => rank(one) - rank(other));
  return nouns.map(([noun, entries]) => {
    const columns: Partial<Record<Verb, PermissionEntry>> = {};
    const also: { readonly entry: PermissionEntry; readonly label: string }[] = [];
    for (const entry of entries) {
      const label = alsoLabels[entry.name];
      const verb = verbOf(entry.name);
      if (label === undefined && verb !== undefined && columns[verb] === undefined) columns[verb] = entry;
      else also.push({ entry, label: label ?? entry.name });
    }
    return { noun, title: titleOf(noun), entries, columns, also };
  });
}

/** The groups with an entry that holds every word, and of those only these entries. */
export function searchMatrix(groups: readonly PermissionGroup[], search: string): readonly PermissionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (group: PermissionGroup, entry: PermissionEntry) => {
    const text = `${group.title} ${entry.name} ${entry.sentence}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => fits(group, entry)) }))
    .filter((group) => group.entries.length > 0);
}
