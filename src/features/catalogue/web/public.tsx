// What the pages of other areas may show of the catalogue.
export { checkoutOf } from '../rules/checkouts.ts'
export { packagesOf, services } from '../rules/services.ts'
export { LowestPrice } from './lowest-price-panel.tsx'
export { MarketSwitch, markets, OpensIn } from './market-panel.tsx'
export { PackageList } from './package-list.tsx'
