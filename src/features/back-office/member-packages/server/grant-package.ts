import { requireMember } from '#features/accounts/server/public.ts'
import { findCurrentPackage } from '#features/catalogue/server/public.ts'
import { notifyAccount, retireStarterNotifications } from '#features/notifications/server/public.ts'
import { findEndOfPackage, insertGrant, lockMemberPackage } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { addSpan, formatDateInLondon } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { grantPackage as endpoint } from '../contract.ts'
import { packageGrantedEmail } from './emails.ts'

/**
 * Grants an entitlement without a purchase or an invoice (PRODUCT D11). If the member already has the same package
 * running, the new one starts when that one ends.
 */
export async function grantPackage(
  context: MemberContext,
  memberId: string,
  { packageId, reason }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db } = context
  const currentPackage = await findCurrentPackage(db, packageId)
  if (!currentPackage) throw new Refused('package-not-found')
  const at = context.now()
  return db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, memberId)
    if (member.isDisabled) throw new Refused('account-disabled')
    if (member.role !== 'member') throw new Refused('staff-account')
    await lockMemberPackage(tx, member.id, packageId)
    const startsAt = (await findEndOfPackage(tx, { memberId: member.id, packageId, now: at })) ?? at
    const endsAt = addSpan(startsAt, currentPackage.span)
    const grant = { memberId: member.id, packageId, packageVersion: currentPackage.version, startsAt, endsAt, at }
    const entitlementId = await insertGrant(tx, grant)
    const after = {
      package: packageId,
      version: currentPackage.version,
      member: member.id,
      endsAt: endsAt.toISOString(),
    }
    const object = { kind: 'package', id: entitlementId }
    await recordAction(tx, context, { action: 'package.granted', object, reason, after })

    const { title } = currentPackage
    const path = `/portal/packages/${entitlementId}`
    await notifyAccount(tx, context, member.id, (reader) => ({
      reason: `granted:${entitlementId}`,
      title: 'We’ve given you a package',
      text: `${title} is yours until ${formatDateInLondon(endsAt)}. Reason: ${reason}`,
      path,
      email: ({ company, publicUrl }) =>
        packageGrantedEmail(reader, company, { title, startsAt, endsAt, reason, url: `${publicUrl}${path}` }),
    }))
    await retireStarterNotifications(tx, context, member.id, ['welcome', 'choose-package'])
    return { entitlementId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  })
}
