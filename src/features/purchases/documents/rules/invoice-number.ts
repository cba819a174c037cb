/**
 * SPEC §3: a purchase's invoice number. Kept in its own file, so that the dashboard's script does not load the other
 * rules.
 */
export function toInvoiceNumber(reference: string): string {
  return `INV-${reference.toUpperCase()}`
}
