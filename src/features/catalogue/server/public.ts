// What other areas may ask of the catalogue.
export { isBuyable } from '../rules/checkouts.ts'
export { seedCatalogue } from './seed-catalogue.ts'
export { findCurrentPackage, findMarket } from './store.ts'
