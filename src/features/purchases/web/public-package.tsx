export { StartNowPanel } from '../early-start/web/start-now-panel.tsx'
export { PromisedList } from '../entitlements/web/promised-list.tsx'
export { fetchEntries, LedgerTable, PackageEntries } from '../ledger/web/ledger-table.tsx'
