import { initials } from "../ui/format/initials.ts";

/** The initials of a user; decoration beside their name. */
export function PersonMark({ name }: { readonly name: string }) {
  const words = name.split(" ").filter((word) => word !== "");
  return (
    <span className="avatar quiet rr-mark" aria-hidden="true">
      {initials(words[0] ?? "", words.length > 1 ? (words.at(-1) ?? "") : "")}
    </span>
  );
}
