// What other areas and the pages of the app may show of purchases.
export { NoPurchases } from './no-purchases-panel.tsx'
export { PurchasesTable } from './purchases-table.tsx'
