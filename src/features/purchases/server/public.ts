// What other areas may ask of purchases.
export { completePurchase } from './complete-purchase.ts'
export { endPurchases } from './end-purchases.ts'
export { countActiveEntitlements, findEndOfPackage } from './entitlement-store.ts'
export { exportPurchases } from './export-purchases.ts'
export { foretellLeaving } from './foretell-leaving.ts'
export { issueCreditNote, reverseCreditNote } from './issue-credit-note.ts'
export { sendMissingLettersJob, sendPurchaseLetterJob } from './jobs.ts'
export { listPurchases } from './list-purchases.ts'
export { listPendingPurchases } from './list-store.ts'
export { listAllPurchases } from './personal-store.ts'
export { sendMissingLetters } from './send-missing-letters.ts'
export { sendPurchaseLetter } from './send-purchase-letter.ts'
export { showPurchase } from './show-purchase.ts'
export {
  findLastCompletion,
  findPendingPurchase,
  findPurchase,
  findPurchaseOf,
  insertPurchase,
  isGuardiansYesUsed,
  markCancelled,
  rememberPaymentIntent,
  type StoredPurchase,
} from './store.ts'
