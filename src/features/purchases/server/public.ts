// What other areas may ask of purchases.

export { countBuyers } from './buyers-store.ts'
export { completePurchase } from './complete-purchase.ts'
export { describePurchase } from './describe-purchase.ts'
export { examplePurchase, letterExamples } from './emails/examples.ts'
export { endPurchases } from './end-purchases.ts'
export {
  activeEntitlements,
  countActiveEntitlements,
  findEndOfPackage,
  isPackageCancelled,
  isRunning,
  packageOfEntitlement,
} from './entitlement-store.ts'
export { listEntriesCausedBy } from './entry-store.ts'
export { expireSessions } from './expire-sessions.ts'
export { exportPurchases } from './export-purchases.ts'
export { foretellLeaving } from './foretell-leaving.ts'
export { forgetDocuments } from './forget-documents.ts'
export { getOwnedPackage } from './get-owned-package.ts'
export { insertGrant, lockPackage, lockPackageOf } from './grant-store.ts'
export { issueCreditNote, reverseCreditNote } from './issue-credit-note.ts'
export { expireSessionsJob, forgetDocumentsJob, sendMissingLettersJob, sendPurchaseLetterJob } from './jobs.ts'
export {
  extendPackage,
  forfeitSession,
  hasExtensionLeft,
  listSessionLines,
  lockEntitlement,
  moveSession,
  noteCorrection,
  recordDelivery,
  returnSession,
  type SessionLine,
  useSession,
} from './ledger-store.ts'
export { listOwnedPackages } from './list-owned-packages.ts'
export { listPurchases } from './list-purchases.ts'
export { listPendingPurchases } from './list-store.ts'
export {
  findPendingPurchase,
  insertPurchase,
  markCancelled,
  rememberPaymentIntent,
  saveProcessing,
} from './pending-store.ts'
export {
  cancelUnpaidPeriod,
  claimPeriod,
  endHere,
  findFirstPayment,
  listPaidUntil,
  listRecordedInvoices,
} from './period-store.ts'
export { listAllPurchases } from './personal-store.ts'
export { previewCredit } from './preview-credit.ts'
export { hasExchangeRate } from './rate-store.ts'
export {
  countComingSessions,
  endPackage,
  findReceived,
  findRunningPurchase,
  hasLaterMonth,
  isRenewal,
  lockPurchase,
  lockPurchases,
  restorePackage,
  saveRefunded,
} from './return-store.ts'
export { ArchiveOrder, saveArchive } from './save-archive.ts'
export { seedExchangeRates } from './seed-exchange-rates.ts'
export { sendMissingLetters } from './send-missing-letters.ts'
export { sendPurchaseLetter } from './send-purchase-letter.ts'
export { raiseSeries, readSeries } from './series-store.ts'
export { setExchangeRate } from './set-exchange-rate.ts'
export { settlePurchase } from './settle-purchase.ts'
export { showPurchase } from './show-purchase.ts'
export {
  findLastCompletion,
  findPurchase,
  findPurchaseByPayment,
  findPurchaseOf,
  isGuardiansYesUsed,
  type StoredPurchase,
} from './store.ts'
export {
  endUnpaidSubscription,
  findLiveSubscription,
  findSubscription,
  findSubscriptionByProvider,
  findSubscriptionOf,
  insertSubscription,
  listLiveSubscriptions,
  listRenewingSubscriptions,
  listSubscriptionsOf,
  lockSubscription,
  lockSubscriptionOf,
  rememberProviderSubscription,
  type StoredSubscription,
  saveSubscription,
} from './subscription-store.ts'
export { endOfSessions, ledgerOfOwned, usablePackages } from './usable-store.ts'
export { visitEndedPackages } from './visit-ended-packages.ts'
