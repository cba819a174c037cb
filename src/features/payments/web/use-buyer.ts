import { useCallback, useState } from 'react'
import { z } from 'zod'
import type { MarketId } from '#features/catalogue/contract.ts'
import { BuyerKind } from '#features/purchases/contract.ts'
import { type Buyer, BuyerInMarket } from '../contract/buyer.ts'

/** What a person types of who buys. */
export const BuyerFields = z.object({
  kind: BuyerKind,
  companyName: z.string(),
  vatNumber: z.string(),
  /** In lines, as on a letter. */
  address: z.string(),
  country: z.string(),
})
export type BuyerFields = z.infer<typeof BuyerFields>
export type BuyerProblems = Partial<Record<keyof BuyerFields, string>>

/** PRODUCT D1: the country is preset to the market. */
const presetCountry: Record<MarketId, string> = { uk: 'GB', international: 'US' }

export function useBuyer(market: MarketId, kept: BuyerFields | undefined) {
  const [fields, setFields] = useState<BuyerFields>(
    kept ?? { kind: 'consumer', companyName: '', vatNumber: '', address: '', country: presetCountry[market] },
  )
  const [problems, setProblems] = useState<BuyerProblems>({})
  const [checks, setChecks] = useState(0)

  const change = useCallback((changed: Partial<BuyerFields>) => {
    setFields((current) => ({ ...current, ...changed }))
    setProblems((current) => without(current, Object.keys(changed)))
  }, [])

  /** @returns null where something is wrong, which then stands beside its field */
  const check = (): Buyer | null => {
    const checked = BuyerInMarket.safeParse({ market, buyer: buyerOf(fields, market) })
    setProblems(checked.success ? {} : problemsIn(checked.error))
    setChecks((count) => count + 1)
    return checked.success ? checked.data.buyer : null
  }
  return { fields, problems, checks, change, check }
}

function without(problems: BuyerProblems, names: string[]): BuyerProblems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)))
}

/** What was typed for a business and is hidden by now is not sent. */
function buyerOf({ kind, companyName, vatNumber, address, country }: BuyerFields, market: MarketId): Buyer {
  const lines = address.split('\n').filter((line) => line.trim())
  const isBusiness = kind === 'business'
  const isCountryAsked = isBusiness || market === 'international' || lines.length > 0
  return {
    kind,
    companyName: isBusiness ? companyName : null,
    vatNumber: isBusiness && vatNumber.trim() ? vatNumber : null,
    address: isBusiness || lines.length > 0 ? lines : null,
    country: isCountryAsked && country ? country : null,
  }
}

function problemsIn({ issues }: z.ZodError): BuyerProblems {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[1])] ??= message
  return problems
}
