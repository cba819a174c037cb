// What other areas may ask of purchases.
export { completePurchase } from './complete-purchase.ts'
export { confirmPurchaseByMail } from './confirm-purchase-by-mail.ts'
export { countActiveEntitlements, findEndOfPackage } from './entitlement-store.ts'
export { confirmPurchaseJob } from './jobs.ts'
export { listPurchases } from './list-purchases.ts'
export { showPurchase } from './show-purchase.ts'
export {
  findPendingPurchase,
  findPurchase,
  findPurchaseOf,
  insertPurchase,
  listPendingPurchases,
  markCancelled,
  rememberPaymentIntent,
  type StoredPurchase,
  updateConsent,
} from './store.ts'
