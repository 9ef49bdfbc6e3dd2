const name = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const host = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f:]+)$/;
const line = /^[\x20-\x7e]{8,8000}$/;

/** The hosts of an input field: one per line, or separated by commas, semicolons or spaces. */
export function hostsIn(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((one) => one !== ""),
    ),
  ];
}

/** Whether the typed hosts contain one that the secret was not entered for: the API then requires its value again. */
export function addsHost(known: readonly string[], typed: string): boolean {
  return hostsIn(typed).some((host) => !known.includes(host));
}

export function whyNotName(text: string): string | undefined {
  return name.test(text) ? undefined : "A letter first, then letters, digits and _: it is used as ${secret.Name}.";
}

export function whyNotHosts(text: string): string | undefined {
  const hosts = hostsIn(text);
  if (hosts.length === 0) return "At least one host, such as api.example.com.";
  const wrong = hosts.find((one) => one.length > 253 || !host.test(one));
  if (wrong !== undefined) return `${wrong} is not a host. Write it without https:// and without a port.`;
  return hosts.length > 20 ? "At most 20 hosts." : undefined;
}

export function whyNotValue(text: string): string | undefined {
  return line.test(text) ? undefined : "One line of at least 8 plain characters.";
}
