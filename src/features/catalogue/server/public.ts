// What other areas may ask of the catalogue.
export { checkoutOf } from '../rules/checkouts.ts'
export { seedCatalogue } from './seed-catalogue.ts'
export { findCurrentPackage, findMarket, saveRate } from './store.ts'
