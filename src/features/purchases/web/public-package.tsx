export { StartNowPanel } from '../early-start/web/start-now-panel.tsx'
export { PromisedList } from '../entitlements/web/promised-list.tsx'
export { EntriesTable, fetchEntries, PackageEntries } from '../ledger/web/entries-table.tsx'
