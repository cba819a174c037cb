/** "118.80", "£1,118.8" or "20" in minor units; undefined where it is no amount with at most two decimals. */
export function readAmount(written: string): number | undefined {
  const [, whole, fraction = ''] = /^[£$]?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:[.](\d{1,2}))?$/.exec(written.trim()) ?? []
  if (whole === undefined) return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
}

/** "118.80": as it is typed again. */
export function writeAmount(amount: number): string {
  return (amount / 100).toFixed(2)
}
