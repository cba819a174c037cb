import { findAccount, readAccountDetails, wantsMail } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { findTold, tellMember } from '#features/notifications/server/public.ts'
import { lockEntitlement } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { momentInWords } from '#platform/shared/local-time.ts'
import { dueWarning, warningReason } from '../rules/package-warning.ts'
import { packageEndLetter, sessionsInWords, WARNING_TITLE } from './emails/package-end.ts'
import { listUnbookedSessions, type UnbookedSession } from './warning-store.ts'

/** Work of `warnOfEndsJob`: members hear in time that sessions of theirs are not booked, and when their package ends. */
export async function warnOfEnds(context: Context): Promise<void> {
  const { db, now } = context
  const packages = byPackage(await listUnbookedSessions(db, now(), null))
  const due = packages.flatMap(([first]) => {
    const reason = reasonFor(first, now())
    return reason ? [{ id: first.entitlementId, memberId: first.memberId, reason }] : []
  })
  const told = await findTold(db, due)
  for (const { id, reason } of due) {
    if (!told.has(reason)) await warnOf(context, id)
  }
}

type Unbooked = [first: UnbookedSession, ...others: UnbookedSession[]]

function byPackage(sessions: UnbookedSession[]): Unbooked[] {
  return Object.values(Object.groupBy(sessions, ({ entitlementId }) => entitlementId)) as Unbooked[]
}

function reasonFor({ entitlementId: id, startsAt, endsAt }: UnbookedSession, now: Date): string | undefined {
  const warning = dueWarning({ startsAt, endsAt }, now)
  return warning && warningReason({ id, endsAt }, warning)
}

/** Decided anew behind the lock of whoever books: the last session may be booked just now. */
async function warnOf(context: Context, entitlementId: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockEntitlement(tx, entitlementId)
    const [unbooked] = byPackage(await listUnbookedSessions(tx, context.now(), [entitlementId]))
    const reason = unbooked && reasonFor(unbooked[0], context.now())
    if (unbooked && reason) await tell(tx, context, unbooked, reason)
  })
}

async function tell(tx: Db, context: Context, sessions: Unbooked, reason: string): Promise<void> {
  const { memberId, entitlementId, packageTitle, endsAt } = sessions[0]
  const member = await findAccount(tx, memberId)
  if (!member) return
  const { timeZone } = await readAccountDetails(tx, memberId)
  const path = `/portal/bookings/new?entitlement=${entitlementId}`
  const text = `${packageTitle} ends on ${momentInWords(endsAt, timeZone)}. Not booked yet: ${sessionsInWords(sessions)}.`
  const isNew = await tellMember(tx, context, { memberId, reason, title: WARNING_TITLE, text, path })
  if (!isNew) return
  // It is about both: who wants nothing of one of them has chosen.
  if (!(await wantsMail(tx, memberId, 'sessions')) || !(await wantsMail(tx, memberId, 'purchases'))) return
  const { publicUrl } = context
  const company = await readCompany(tx)
  const letter = packageEndLetter({ sessions, member: { ...member, timeZone }, company, url: `${publicUrl}${path}` })
  await queueMail(tx, context, reason, letter, { expiresAt: endsAt })
}
