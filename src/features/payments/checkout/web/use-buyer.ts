import { useCallback, useState } from 'react'
import { z } from 'zod'
import type { MarketId } from '#features/catalogue/contract.ts'
import { BuyerKind } from '#features/purchases/contract.ts'
import { type Buyer, BuyerInMarket } from '../contract.ts'

/** The buyer form, as typed. */
export const BuyerFields = z.object({
  kind: BuyerKind,
  companyName: z.string(),
  vatNumber: z.string(),
  /** Several lines, as on an envelope. */
  address: z.string(),
  country: z.string(),
})
export type BuyerFields = z.infer<typeof BuyerFields>
export type BuyerErrors = Partial<Record<keyof BuyerFields, string>>

/** PRODUCT D1: the country defaults to the market's. */
const presetCountry: Record<MarketId, string> = { uk: 'GB', international: 'US' }

export function useBuyer(market: MarketId, draft: BuyerFields | undefined) {
  const [fields, setFields] = useState<BuyerFields>(
    draft ?? { kind: 'consumer', companyName: '', vatNumber: '', address: '', country: presetCountry[market] },
  )
  const [problems, setProblems] = useState<BuyerErrors>({})

  const change = useCallback((changed: Partial<BuyerFields>) => {
    setFields((current) => ({ ...current, ...changed }))
    setProblems((current) => omitProblems(current, Object.keys(changed)))
  }, [])

  /** @returns null if a field is invalid; its error is then shown next to it */
  const check = (): Buyer | null => {
    const result = BuyerInMarket.safeParse({ market, buyer: toBuyer(fields, market) })
    setProblems(result.success ? {} : validationErrors(result.error))
    return result.success ? result.data.buyer : null
  }
  return { fields, problems, change, check }
}

function omitProblems(problems: BuyerErrors, names: string[]): BuyerErrors {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)))
}

/** Omits business fields that are hidden now. */
function toBuyer({ kind, companyName, vatNumber, address, country }: BuyerFields, market: MarketId): Buyer {
  const lines = address.split('\n').filter((line) => line.trim())
  const isBusiness = kind === 'business'
  const needsCountry = isBusiness || market === 'international' || lines.length > 0
  return {
    kind,
    companyName: isBusiness ? companyName : null,
    vatNumber: isBusiness && vatNumber.trim() ? vatNumber : null,
    address: isBusiness || lines.length > 0 ? lines : null,
    country: needsCountry && country ? country : null,
  }
}

function validationErrors({ issues }: z.ZodError): BuyerErrors {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[1])] ??= message
  return problems
}
