// What other areas and the pages of the app may show of purchases.
export { fetchEntries, PackageEntries } from './entries-table.tsx'
export { InvoiceDownload } from './invoice-section.tsx'
export { NoPurchases } from './no-purchases-panel.tsx'
export { PackageBadge, PackageDates } from './owned-package-card.tsx'
export { fetchOwnedPackages, OwnedPackagesList } from './owned-packages-list.tsx'
export { PromisedLines } from './promised-list.tsx'
export { PurchaseBadge, PurchasesTable } from './purchases-table.tsx'
