/** "99", "£99.5" and "1,099.50" become 9900, 9950 and 109950. Returns NaN for other text. */
export function toMinorUnits(price: string): number {
  const digits = price.replaceAll(/[\s,]/g, '').replace(/^[£$]/, '')
  return /^\d{1,9}([.]\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : Number.NaN
}

/** Parses "118.80", "£1,118.8" or "20" to minor units. Returns undefined for anything else. */
export function parseAmount(text: string): number | undefined {
  const [, whole, fraction = ''] = /^[£$]?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:[.](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Formats minor units as "118.80", for an input field. */
export function formatAmount(amount: number): string {
  return (amount / 100).toFixed(2)
}
