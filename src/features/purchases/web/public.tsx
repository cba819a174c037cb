export { InvoiceDownload } from '../documents/web/document-download-panel.tsx'
export { documentKinds } from '../documents/web/documents-table.tsx'
export {
  fetchOwnedPackages,
  OwnedPackagesList,
  PackageBadge,
  PackageDates,
  PackageNotice,
} from '../entitlements/web/owned-package-card.tsx'
export { NoPurchasesPanel } from './no-purchases-panel.tsx'
export { PurchaseBadge, PurchasesTable } from './purchases-table.tsx'
