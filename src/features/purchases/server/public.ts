// What other areas may ask of purchases.
export { completePurchase } from './complete-purchase.ts'
export { countActiveEntitlements, findEndOfPackage } from './entitlement-store.ts'
export { sendMissingLettersJob, sendPurchaseLetterJob } from './jobs.ts'
export { listPurchases } from './list-purchases.ts'
export { sendMissingLetters } from './send-missing-letters.ts'
export { sendPurchaseLetter } from './send-purchase-letter.ts'
export { showPurchase } from './show-purchase.ts'
export {
  findLastCompletion,
  findPendingPurchase,
  findPurchase,
  findPurchaseOf,
  insertPurchase,
  listPendingPurchases,
  markCancelled,
  rememberPaymentIntent,
  type StoredPurchase,
} from './store.ts'
