import { z } from 'zod'
import { MarketId } from '#features/catalogue/contract.ts'
import { BuyerKind } from '#features/purchases/contract.ts'
import { isCountry } from '#platform/shared/countries.ts'
import { text } from '#platform/shared/text.ts'

const NO_COUNTRY = 'Choose your country'

/** No postal address has more lines than this. */
const MAX_LINES = 8

const vatNumber = text({ max: 30 }).transform((value) => value.replaceAll(/\s/g, '').toUpperCase())

/** HMRC formats: 9 digits, 12 for a branch, or GD or HA and 3 digits for public bodies; GB prefix optional. */
const ukVatNumber = /^(GB)?(\d{9}|\d{12}|(GD|HA)\d{3})$/

/** Formats differ by country. This accepts letters, digits and some punctuation, but not a sentence. */
const foreignVatNumber = /^(?=.*\d)[A-Z0-9+*./-]{4,20}$/

/** The buyer, whose name and address appear on the invoice with the member's name (PRODUCT D12, D19). */
export const Buyer = z
  .strictObject({
    kind: BuyerKind,
    companyName: text({ required: 'Company name is required', max: 200 }).nullable(),
    vatNumber: vatNumber.nullable(),
    /** One entry per line, as the buyer typed it. */
    address: z
      .array(text({ required: 'Remove the empty lines', max: 100 }))
      .min(1, 'Billing address is required')
      .max(MAX_LINES, `Use no more than ${MAX_LINES} lines`)
      .nullable(),
    country: z.string().refine(isCountry, NO_COUNTRY).nullable(),
  })
  .superRefine((buyer, context) => {
    for (const [field, message] of validationErrors(buyer)) context.addIssue({ code: 'custom', path: [field], message })
  })
export type Buyer = z.infer<typeof Buyer>

/** Checks rules that involve several fields: a business must give the details its invoice needs; a consumer may. */
function validationErrors({
  kind,
  companyName,
  vatNumber,
  address,
  country,
}: z.output<typeof Buyer>): [string, string][] {
  const isBusiness = kind === 'business'
  const isBritish = country === 'GB'
  const isWrongVatNumber = vatNumber !== null && !(isBritish ? ukVatNumber : foreignVatNumber).test(vatNumber)
  const problems: [boolean, string, string][] = [
    [isBusiness && companyName === null, 'companyName', 'Company name is required'],
    [!isBusiness && companyName !== null, 'companyName', 'Leave this empty unless you’re buying for a business'],
    [!isBusiness && vatNumber !== null, 'vatNumber', 'Leave this empty unless you’re buying for a business'],
    [isWrongVatNumber && isBritish, 'vatNumber', 'A UK VAT number has 9 digits, for example GB 123 4567 89'],
    [isWrongVatNumber && !isBritish, 'vatNumber', 'A VAT number has letters and digits, for example DE123456789'],
    [isBusiness && address === null, 'address', 'Billing address is required'],
    [(isBusiness || address !== null) && country === null, 'country', NO_COUNTRY],
  ]
  return problems.filter(([applies]) => applies).map(([, field, message]) => [field, message])
}

/** Used if the order does not name a buyer. */
export const consumer: Buyer = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null }

/** Buyers outside the United Kingdom must give a country, because it determines what they are charged (PRODUCT D1). */
export function requireCountry({ market, buyer }: { market: MarketId; buyer: Buyer }, context: z.RefinementCtx): void {
  if (market === 'uk' || buyer.country !== null) return
  context.addIssue({ code: 'custom', path: ['buyer', 'country'], message: NO_COUNTRY })
}

/** The page validates these fields before it sends an order. */
export const BuyerInMarket = z.object({ market: MarketId, buyer: Buyer }).superRefine(requireCountry)
