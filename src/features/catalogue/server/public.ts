export { checkoutPath } from '../rules/checkouts.ts'
export type { FindUnstaffed } from './list-packages.ts'
export { seedCatalogue } from './seed-catalogue.ts'
export { findCurrentPackage, findMarket, linesOf, saveTaxRate, versionOf } from './store.ts'
