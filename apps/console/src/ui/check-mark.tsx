import { Icon } from "./icons/icon.tsx";

/** The box of a checkbox, 16 wide. Its states differ by shape as well as by fill. */
export function CheckMark({ state = "off" }: { readonly state?: "off" | "on" | "mixed" }) {
  return <span className={`check-mark ${state}`}>{state !== "off" && <Icon name={state === "on" ? "check" : "minus"} size={12} />}</span>;
}
