import { requireMember } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import { extendPackage, lockPackage } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { dateInWords } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { extendMemberPackage as endpoint } from '../contract/grant.ts'
import { decideExtension } from '../rules/extension.ts'
import { packageExtendedLetter } from './emails.ts'

type Of = { memberId: string; entitlementId: string }

/** The reason stands in the ledger, where the member reads it (PRODUCT D22). */
export async function extendMemberPackage(
  context: MemberContext,
  { memberId, entitlementId }: Of,
  { until, from, reason }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, publicUrl } = context
  const at = context.now()
  return db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, memberId)
    const owned = await lockPackage(tx, entitlementId)
    if (!owned || owned.memberId !== member.id || !owned.lineKey) throw new Refused('package-not-found')
    const decision = decideExtension(owned, { until, from: new Date(from), now: at })
    if (!decision.ok) throw new Refused(decision.reason)
    const { endsAt } = decision
    await extendPackage(tx, { entitlementId, lineKey: owned.lineKey, until: endsAt, at, reason })
    await recordAction(tx, context, {
      action: 'package.extended',
      object: { kind: 'package', id: entitlementId },
      reason,
      before: { endsAt: owned.endsAt.toISOString() },
      after: { endsAt: endsAt.toISOString() },
    })

    const path = `/portal/packages/${entitlementId}`
    const told = { memberId: member.id, reason: `extended:${entitlementId}:${endsAt.toISOString()}`, path }
    const text = `${owned.title} runs until ${dateInWords(endsAt)}: ${reason}`
    await tellMember(tx, context, { ...told, title: 'Your package runs longer', text })
    const news = { title: owned.title, endsAt, reason, url: `${publicUrl}${path}` }
    await queueMail(tx, context, told.reason, packageExtendedLetter(member, await readCompany(tx), news))
    return { endsAt: endsAt.toISOString() }
  })
}
