/** SPEC §3: the number of the invoice of a purchase. Apart, because the dashboard needs no more of the rules. */
export function invoiceNumberOf(reference: string): string {
  return `INV-${reference.toUpperCase()}`
}
