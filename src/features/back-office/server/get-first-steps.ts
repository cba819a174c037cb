import { findMarket } from '#features/catalogue/server/public.ts'
import type { KeyKind } from '#features/payments/contract/key-check.ts'
import { listSaleObstacles } from '#features/payments/server/public.ts'
import { listEntries } from '#platform/server/audit/store.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import type { Step } from '../contract/first-steps.ts'
import { firstSteps, MANY_PURCHASES } from '../rules/first-steps.ts'
import { countConsultants, countPurchases, findLastEvent } from './steps-store.ts'

/** How the site was started. */
export type Setting = { keys: KeyKind; isMailSent: boolean }

/** Nothing is ticked off by hand: a step that is undone is open again. */
export async function getFirstSteps(context: MemberContext, { keys, isMailSent }: Setting): Promise<Step[]> {
  const { db } = context
  const consultants = await countConsultants(db)
  return firstSteps(
    {
      saleObstacles: await listSaleObstacles(context),
      taxRateBasisPoints: (await findMarket(db, 'uk'))?.taxRateBasisPoints ?? 0,
      consultants: consultants.shown,
      bookable: consultants.bookable,
      isMailSent,
      testLetterAt: await findLast(db, 'mail.tested'),
      purchases: await countPurchases(db, MANY_PURCHASES),
      keys,
      keysCheckedAt: await findLast(db, 'payment-keys.checked', keys),
      lastEventAt: await findLastEvent(db),
    },
    companyMomentInWords,
  )
}

/** When somebody did this last. */
async function findLast(db: Db, action: string, objectId?: string): Promise<Date | null> {
  const [entry] = await listEntries(db, { filters: { action, objectId }, limit: 1, after: undefined })
  return entry?.occurred_at ?? null
}
