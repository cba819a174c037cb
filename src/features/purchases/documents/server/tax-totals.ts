import type { MemberContext } from '#platform/server/context.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { PaymentMode } from '../../contract.ts'
import type { ArchivePeriod, TaxTotal } from '../contract.ts'
import { formatRate, formatTax, isVat } from './document-text.ts'
import { sumDocuments } from './store.ts'

/** Sums the tax for a period from its documents. Sandbox documents count only in the sandbox. */
export async function listTaxTotals(
  { db, paymentMode }: MemberContext & { paymentMode: PaymentMode },
  { from, until }: ArchivePeriod,
): Promise<TaxTotal[]> {
  const period = { from: startOfDay(from), before: startOfDay(until, 1), includesTests: paymentMode === 'sandbox' }
  return (await sumDocuments(db, period)).map(({ label, rate, isRegistered, ...sums }) => {
    const facts = {
      taxLabel: label,
      taxRateBasisPoints: rate,
      seller: { vatNumber: isRegistered ? 'registered' : null },
    }
    return {
      ...sums,
      taxName: formatTax(facts),
      rate: formatRate(facts),
      sterlingVat: isVat(facts) ? sums.sterlingTax : 0,
    }
  })
}
