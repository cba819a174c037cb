import { requireMember } from '#features/accounts/server/public.ts'
import { notifyAccount } from '#features/notifications/server/public.ts'
import { extendPackage, lockPackage } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { extendMemberPackage as endpoint } from '../contract.ts'
import { decideExtension } from '../rules.ts'
import { packageExtendedEmail } from './emails.ts'

/** Records the reason in the package's ledger, which the member can read (PRODUCT D22). */
export async function extendMemberPackage(
  context: MemberContext,
  { memberId, entitlementId }: { memberId: string; entitlementId: string },
  { until, from, reason }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const now = context.now()
  return context.db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, memberId)
    const owned = await lockPackage(tx, entitlementId)
    if (!owned || owned.memberId !== member.id || !owned.lineKey) throw new Refused('package-not-found')
    const decision = decideExtension(owned, { until, from: new Date(from), now })
    if (!decision.ok) throw new Refused(decision.reason)
    const { endsAt } = decision
    await extendPackage(tx, { entitlementId, lineKey: owned.lineKey, until: endsAt, at: now, reason })
    await recordAction(tx, context, {
      action: 'package.extended',
      object: { kind: 'package', id: entitlementId },
      reason,
      before: { endsAt: owned.endsAt.toISOString() },
      after: { endsAt: endsAt.toISOString() },
    })

    const path = `/portal/packages/${entitlementId}`
    const { title } = owned
    await notifyAccount(tx, context, member.id, (reader) => ({
      reason: `extended:${entitlementId}:${endsAt.toISOString()}`,
      title: 'We’ve extended your package',
      text: `${title} now runs until ${formatDateInLondon(endsAt)}. Reason: ${reason}`,
      path,
      email: ({ company, publicUrl }) =>
        packageExtendedEmail(reader, company, { title, endsAt, reason, url: `${publicUrl}${path}` }),
    }))
    return { endsAt: endsAt.toISOString() }
  })
}
