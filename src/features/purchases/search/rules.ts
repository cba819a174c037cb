/** A search by staff. Its first characters determine what kind of search it is. */
export type PurchaseSearch =
  | { by: 'reference'; beginning: string }
  | { by: 'payment'; id: string }
  | { by: 'buyer'; beginning: string }

/** Also accepts references as printed on invoices: "fw-2026-000042" and "INV-FW-2026-000042". */
export function readPurchaseSearch(search: string): PurchaseSearch {
  const query = search.trim().replaceAll(/\s+/g, ' ')
  const reference = /^(?:inv-)?((?:fw|test)-[\d-]*)$/i.exec(query)?.[1]
  if (reference) return { by: 'reference', beginning: reference.toLowerCase() }
  if (/^pi_\w+$/.test(query)) return { by: 'payment', id: query }
  return { by: 'buyer', beginning: query.toLowerCase() }
}
