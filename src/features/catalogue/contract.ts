import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'

export const ServiceType = z.enum(['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE'])
export type ServiceType = z.infer<typeof ServiceType>

export const MarketId = z.enum(['uk', 'international'])
export type MarketId = z.infer<typeof MarketId>

/** Price of a package in one market. Other code copies these amounts and never recomputes them. */
export const Price = z.object({
  market: MarketId,
  currency: Currency,
  net: MinorUnits,
  taxRateBasisPoints: z.int(),
  taxLabel: z.string(),
  tax: MinorUnits,
  total: MinorUnits,
})
export type Price = z.infer<typeof Price>

/** How often a line is granted (PRODUCT D10). */
export const GrantedPer = z.enum(['purchase', 'subscription', 'period'])

export type GrantedPer = z.infer<typeof GrantedPer>

export const PackageLine = z.object({
  key: z.string(),
  kind: z.enum(['session', 'deliverable']),
  title: z.string(),
  minutes: z.int().nullable(),
  /** The counted unit in the singular: "post", "report". Null for sessions. */
  unit: z.string().nullable(),
  /** Null means unlimited. */
  quantity: z.int().nullable(),
  grantedPer: GrantedPer,
  /** Share of the price in basis points, 10,000 per package, which decides refunds (PRODUCT D10, D21). */
  weight: z.int(),
})
export type PackageLine = z.infer<typeof PackageLine>

export const Package = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  /** Net price as written in SPEC §9, in whole units of either market's currency. */
  price: z.number(),
  features: z.array(z.string()),
  serviceType: ServiceType,
  /** In words, such as "1 week" or "1 month subscription". */
  duration: z.string(),
  billing: z.enum(['once', 'monthly']),
  image: z.string(),
  prices: z.object({ uk: Price, international: Price }),
  lines: z.array(PackageLine),
  /** False if live keys are set and no consultant offers one of the sessions (PRODUCT D28). */
  canBeBought: z.boolean(),
})
export type Package = z.infer<typeof Package>

export const packageNotFound = { status: 404, message: 'Package not found. Please select a package first.' } as const

export const listPackages = endpoint('GET /api/packages', {
  summary: 'List the packages on sale, with their prices in every market',
  access: 'public',
  response: z.array(Package),
})
