import { isEmail } from "./email.ts";

/** One person of a pasted list, before they are invited. */
export interface InvitedPerson {
  readonly emailAddress: string;
  readonly firstName: string;
  readonly name: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** `ada.byron@bank.example` is Ada Byron; of one word alone the last name stays empty, to be typed. */
function namesOf(emailAddress: string): Pick<InvitedPerson, "firstName" | "name"> {
  const [local = ""] = emailAddress.split("@");
  const [first = "", ...rest] = local
    .replace(/\+.*$/, "")
    .split(/[._-]+/)
    .filter((word) => /^\p{L}+$/u.test(word))
    .map(capital);
  return { firstName: first, name: rest.join(" ") };
}

/**
 * Parses the invited users in a text: addresses with any separators, each optionally preceded by a name (`Ada Byron <ada@bank.example>`). Duplicate
 * addresses are dropped.
 */
export function peopleIn(text: string): readonly InvitedPerson[] {
  const found = new Map<string, InvitedPerson>();
  for (const [, quoted, typed, bracketed, bare] of text.matchAll(
    /(?:(?:"([^"<>\n]*)"|([^"<>,;\n@]*?))\s*<\s*([^<>\s]+@[^<>\s]+?)\s*>)|([^\s,;<>"()]+@[^\s,;<>"()]+)/g,
  )) {
    const emailAddress = (bracketed ?? bare ?? "").replace(/^mailto:/i, "").replace(/\.$/, "");
    if (!isEmail(emailAddress) || found.has(emailAddress.toLowerCase())) continue;
    const words = (quoted ?? typed ?? "").trim().split(/\s+/).filter(Boolean);
    const [firstName = "", ...rest] = words;
    const names = words.length > 1 ? { firstName, name: rest.join(" ") } : namesOf(emailAddress);
    found.set(emailAddress.toLowerCase(), { emailAddress, ...names });
  }
  return [...found.values()];
}

export function isComplete({ firstName, name }: InvitedPerson): boolean {
  return firstName.trim() !== "" && name.trim() !== "";
}
