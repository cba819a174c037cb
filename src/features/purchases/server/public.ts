export { findDiscount } from '../discounts/server/find-discount.ts'
export { attachedNote, withoutAttachedNote } from '../documents/rules.ts'
export { ArchiveOrder, saveArchive } from '../documents/server/accountant-archive.ts'
export { issueCreditNote, previewCredit, reverseCreditNote } from '../documents/server/credit-notes.ts'
export { renderIssuedPdf } from '../documents/server/documents.ts'
export { advanceNumberSequences, readNumberSequences } from '../documents/server/issuing-store.ts'
export { insertGrant, lockMemberPackage, lockPackage } from '../entitlements/server/grant-store.ts'
export { findOwnedPackage, getOwnedPackage, listOwnedPackages } from '../entitlements/server/owned-packages.ts'
export {
  activeEntitlements,
  countActiveEntitlements,
  findEndOfPackage,
  findPackageWithoutSessions,
  isPackageCancelled,
  isPackageRunning,
  ownedPackageId,
} from '../entitlements/server/store.ts'
export { seedExchangeRates, setExchangeRate } from '../exchange-rates/server/exchange-rates.ts'
export { hasExchangeRate } from '../exchange-rates/server/store.ts'
export {
  consumeSession,
  extendPackage,
  forfeitSession,
  hasExtensionLeft,
  listEntriesCausedBy,
  listSessionLines,
  lockEntitlement,
  moveSession,
  recordCorrection,
  recordDelivery,
  returnSession,
  type SessionLine,
} from '../ledger/server/store.ts'
export { endOfSessions, ledgerOfOwned, usablePackages } from '../ledger/server/usable-store.ts'
export {
  countBuyers,
  findLastCompletion,
  findPendingPurchase,
  insertPurchase,
  isGuardianConsentUsed,
  listPendingPurchases,
  markCancelled,
  savePaymentIntent,
  saveProcessing,
} from './checkout-store.ts'
export { completePurchase } from './complete-purchase.ts'
export { describePurchase } from './describe-purchase.ts'
export { emailPreviews, examplePurchase } from './email-previews.ts'
export { jobs } from './jobs.ts'
export {
  cancelUnpaidPeriod,
  claimPeriod,
  endUnpaidSubscription,
  findFirstPayment,
  hasPaidSince,
  listPaidUntil,
  listRecordedInvoices,
  lockPurchaseSubscription,
  markSubscriptionEnded,
  type PaidMonths,
  saveProviderSubscription,
} from './period-store.ts'
export { personalData } from './personal-data.ts'
export { listAllPurchases } from './personal-store.ts'
export { listPurchases, showPurchase } from './purchases.ts'
export { visitEndedPackages } from './purge-expired.ts'
export {
  countUpcomingSessions,
  endPackage,
  findPackageUsage,
  findRunningPurchase,
  hasLaterMonth,
  isRenewal,
  lockPurchase,
  lockPurchases,
  restorePackage,
  saveRefunded,
} from './refund-store.ts'
export {
  findMemberPurchase,
  findPurchase,
  findPurchaseByPayment,
  findPurchaseByReference,
  type StoredPurchase,
} from './store.ts'
export {
  findLiveSubscription,
  findMemberSubscription,
  findSubscription,
  findSubscriptionByProvider,
  insertSubscription,
  listLiveSubscriptions,
  listMemberSubscriptions,
  listRenewingSubscriptions,
  lockSubscription,
  type StoredSubscription,
  saveSubscription,
} from './subscription-store.ts'
export { updatePurchaseStatus } from './update-purchase-status.ts'
