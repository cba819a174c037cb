import type { TestApp } from '../app/start-app.ts'

/** The records of a purchase that was completed exactly once. */
export const completedOnce = { status: 'completed', entitlements: 1, invoices: 1, charges: 1, emails: 1 }

export function countPurchaseRecords(app: TestApp) {
  return app.rows(`
    select status,
      (select count(*)::int from entitlement where purchase_id = purchase.id) as entitlements,
      (select count(*)::int from document where purchase_id = purchase.id) as invoices,
      (select count(*)::int from payment_entry where purchase_id = purchase.id) as charges,
      (select count(*)::int from email where reason = 'purchase-confirmation:' || purchase.id) as emails
    from purchase`)
}
