/** SPEC §3: the invoice number of a purchase. A separate file keeps the other rules out of the dashboard's script. */
export function toInvoiceNumber(reference: string): string {
  return `INV-${reference.toUpperCase()}`
}
