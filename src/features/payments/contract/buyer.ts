import { z } from 'zod'
import { MarketId } from '#features/catalogue/contract.ts'
import { BuyerKind } from '#features/purchases/contract.ts'
import { isCountry } from '#platform/shared/countries.ts'
import { text } from '#platform/shared/text.ts'

const NO_COUNTRY = 'Please choose your country'

/** More than any address has. */
const MAX_LINES = 8

const vatNumber = text({ max: 30 }).transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase())

/** HMRC's forms: 9 digits, 12 for a branch, GD or HA and 3 for the state; with or without GB before them. */
const ukVatNumber = /^(GB)?(\d{9}|\d{12}|(GD|HA)\d{3})$/

/** Elsewhere each country has a form of its own: letters and digits, never a sentence. */
const foreignVatNumber = /^(?=.*\d)[A-Z0-9+*./-]{4,20}$/

/** Who buys, and whose name and address the invoice carries besides the member's (PRODUCT D12, D19). */
export const Buyer = z
  .strictObject({
    kind: BuyerKind,
    companyName: text({ required: 'Company name is required', max: 200 }).nullable(),
    vatNumber: vatNumber.nullable(),
    /** As it was typed, a line each. */
    address: z
      .array(text({ required: 'Please remove the empty lines', max: 100 }))
      .min(1, 'Billing address is required')
      .max(MAX_LINES, `Please use at most ${MAX_LINES} lines`)
      .nullable(),
    country: z.string().refine(isCountry, NO_COUNTRY).nullable(),
  })
  .superRefine((buyer, context) => {
    for (const [field, message] of problemsOf(buyer)) context.addIssue({ code: 'custom', path: [field], message })
  })
export type Buyer = z.infer<typeof Buyer>

/** What one field says of another: a business has to give what its invoice needs, anybody else may. */
function problemsOf({ kind, companyName, vatNumber, address, country }: z.output<typeof Buyer>): [string, string][] {
  const isBusiness = kind === 'business'
  const isBritish = country === 'GB'
  const isWrongVatNumber = vatNumber !== null && !(isBritish ? ukVatNumber : foreignVatNumber).test(vatNumber)
  const problems: [boolean, string, string][] = [
    [isBusiness && companyName === null, 'companyName', 'Company name is required'],
    [!isBusiness && companyName !== null, 'companyName', 'Only a business has a company name'],
    [!isBusiness && vatNumber !== null, 'vatNumber', 'Only a business has a VAT number'],
    [isWrongVatNumber && isBritish, 'vatNumber', 'A UK VAT number has 9 digits, such as GB 123 4567 89'],
    [isWrongVatNumber && !isBritish, 'vatNumber', 'A VAT number is made of letters and digits, such as DE123456789'],
    [isBusiness && address === null, 'address', 'Billing address is required'],
    [(isBusiness || address !== null) && country === null, 'country', NO_COUNTRY],
  ]
  return problems.filter(([isThere]) => isThere).map(([, field, message]) => [field, message])
}

/** What an order says of its buyer where it says nothing. */
export const consumer: Buyer = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null }

/** Outside the United Kingdom the country is asked of everybody: it decides what is charged (PRODUCT D1). */
export function needCountry({ market, buyer }: { market: MarketId; buyer: Buyer }, context: z.RefinementCtx): void {
  if (market === 'uk' || buyer.country !== null) return
  context.addIssue({ code: 'custom', path: ['buyer', 'country'], message: NO_COUNTRY })
}

/** What a page checks before an order is made. */
export const BuyerInMarket = z.object({ market: MarketId, buyer: Buyer }).superRefine(needCountry)
