import { findUnstaffedSessions } from '#features/bookings/server/public.ts'
import { findMarket } from '#features/catalogue/server/public.ts'
import { getLegalNotes, readCompany } from '#features/company/server/public.ts'
import { listSaleBlockers } from '#features/payments/server/public.ts'
import type { KeyKind } from '#features/payments/stripe/contract.ts'
import { listEntries } from '#platform/server/audit/store.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'
import type { Step } from '../contract.ts'
import { firstSteps, MANY_PURCHASES } from '../rules.ts'
import { countConsultants, countPurchases, findLastEvent } from './store.ts'

export type SiteSetup = { keys: KeyKind; isSmtpConfigured: boolean }

/** Works out every step from current data, so a step reopens if it is no longer done. */
export async function getFirstSteps(context: MemberContext, { keys, isSmtpConfigured }: SiteSetup): Promise<Step[]> {
  const { db } = context
  const consultants = await countConsultants(db)
  return firstSteps(
    {
      saleBlockers: await listSaleBlockers(context),
      hasExtraTerms: (await getLegalNotes(db)).terms !== '',
      isVatRegistered: (await readCompany(db)).vatNumber !== null,
      taxRateBasisPoints: (await findMarket(db, 'uk'))?.taxRateBasisPoints ?? 0,
      consultants: consultants.published,
      bookable: consultants.bookable,
      unstaffed: await findUnstaffedSessions(db),
      isSmtpConfigured,
      testEmailSentAt: await findLastAction(db, 'email.test-sent'),
      purchases: await countPurchases(db, MANY_PURCHASES),
      keys,
      keysCheckedAt: await findLastAction(db, 'payment-keys.checked', keys),
      lastEventAt: await findLastEvent(db),
    },
    formatMomentInLondon,
  )
}

async function findLastAction(db: Db, action: string, objectId?: string): Promise<Date | null> {
  const [entry] = await listEntries(db, { filters: { action, objectId }, limit: 1, after: undefined })
  return entry?.occurredAt ?? null
}
