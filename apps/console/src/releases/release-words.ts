import type { ReleaseFields } from "@airlock/contract";
import type { IconName } from "../ui/icons/icon.tsx";

interface ReleaseLook {
  readonly icon: IconName;
  readonly tone: "success" | "info" | "warning" | "error" | "quiet";
  readonly title: string;
  /** The time that the entry is listed by. */
  readonly date: string;
}

/** How a release is shown in the history of its solution. */
export function releaseLook(
  { status, kind, versionName, beginsDate, liveDate, endedDate, createdDate }: ReleaseFields,
  isBypassed = false,
): ReleaseLook {
  if (isBypassed && (status === "live" || status === "ended")) {
    const title = `${versionName}${status === "live" ? ", live" : ""}`;
    return { icon: "warning", tone: "warning", title, date: liveDate ?? createdDate };
  }
  const isRollback = kind === "rollback";
  switch (status) {
    case "scheduled":
      return { icon: "clock", tone: "info", title: `${versionName} is scheduled`, date: beginsDate };
    case "live":
      return {
        icon: isRollback ? "undo" : "check",
        tone: "success",
        title: `${isRollback ? "Rolled back to " : ""}${versionName}, live`,
        date: liveDate ?? createdDate,
      };
    case "ended":
      return {
        icon: isRollback ? "undo" : "check",
        tone: isRollback ? "warning" : "quiet",
        title: `${isRollback ? "Rolled back to " : ""}${versionName}`,
        date: liveDate ?? createdDate,
      };
    case "cancelled":
      return { icon: "x", tone: "quiet", title: `${versionName}, cancelled`, date: endedDate ?? createdDate };
    case "failed":
      return { icon: "error", tone: "error", title: `${versionName} was not released`, date: endedDate ?? createdDate };
  }
}

/** The target of a rollback: the newest ended release of another version. */
export function releaseBefore(releases: readonly ReleaseFields[]): ReleaseFields | undefined {
  const live = releases.find(({ status }) => status === "live");
  return releases.find(({ status, versionWss }) => status === "ended" && versionWss !== live?.versionWss);
}
