/**
 * SPEC §3: the invoice number of a purchase. In a separate file, so that the dashboard's script does not load the other
 * rules.
 */
export function toInvoiceNumber(reference: string): string {
  return `INV-${reference.toUpperCase()}`
}
