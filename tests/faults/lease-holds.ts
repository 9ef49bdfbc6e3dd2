/** Whether the runtime at this address holds its lease now. */
export async function leaseHolds(target: string): Promise<boolean> {
  const response = await fetch(`${target}/metrics`).catch(() => undefined);
  return (await response?.text())?.includes("\nairlock_lease_holds 1\n") ?? false;
}
