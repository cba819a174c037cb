import { endEveryLogin, listErasures, replayErasures, sendPasswordLinkJob } from '#features/accounts/server/public.ts'
import { spreadNewsJob } from '#features/mails/server/public.ts'
import { comparePaymentsJob } from '#features/payments/server/public.ts'
import { raiseSeries } from '#features/purchases/server/public.ts'
import { holdMails } from '#platform/server/mail/hold-mails.ts'
import type { OperatorContext } from '../operator-commands.ts'
import { personalDataAreas } from '../personal-data.ts'
import type { Ledger } from './ledger.ts'

export type Settled = {
  erased: number
  sessions: number
  mails: number
  series: { series: string; from: number; until: number }[]
}

/** Brings restored data into the present, before anybody sees it: each step may be done again. */
export async function settleRestored(context: OperatorContext, ledger: Ledger): Promise<Settled> {
  const { db, jobs } = context
  // First, so that nothing that follows still knows of them.
  const erased = await eraseAgain(context, ledger)
  const mails = await holdMails(context, [spreadNewsJob, sendPasswordLinkJob])
  const sessions = await endEveryLogin(context)
  const series = await db.transaction().execute((tx) => raiseSeries(tx, ledger.series))
  // What was paid since is granted when the site starts; this finds what came back, and what we know nothing of.
  await jobs.send(db, comparePaymentsJob, {})
  return { erased, sessions, mails, series }
}

async function eraseAgain(context: OperatorContext, { erasures }: Ledger): Promise<number> {
  if (erasures.length + (await listErasures(context.db)).length === 0) return 0
  const { provider, now } = await context.openPayments()
  return replayErasures(context, personalDataAreas(provider, now), erasures)
}
