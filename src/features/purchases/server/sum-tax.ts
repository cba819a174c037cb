import type { MemberContext } from '#platform/server/context.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { ArchivePeriod } from '../contract/archive.ts'
import type { TaxTotal } from '../contract/paper.ts'
import type { PaymentMode } from '../contract.ts'
import { sumPapers } from './paper-store.ts'
import { isVat, rateInWords, taxInWords } from './word-document.ts'

/** What is owed for some days, by the papers themselves. Those of the sandbox are only counted in the sandbox. */
export async function sumTax(
  { db, paymentMode }: MemberContext & { paymentMode: PaymentMode },
  { from, until }: ArchivePeriod,
): Promise<TaxTotal[]> {
  const period = { from: startOfDay(from), before: startOfDay(until, 1), withTests: paymentMode === 'sandbox' }
  return (await sumPapers(db, period)).map(({ label, rate, isRegistered, ...sums }) => {
    const facts = {
      taxLabel: label,
      taxRateBasisPoints: rate,
      seller: { vatNumber: isRegistered ? 'registered' : null },
    }
    return {
      ...sums,
      taxName: taxInWords(facts),
      rate: rateInWords(facts),
      sterlingVat: isVat(facts) ? sums.sterlingTax : 0,
    }
  })
}
