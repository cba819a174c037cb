import { requireMember } from '#features/accounts/server/public.ts'
import { findCurrentPackage } from '#features/catalogue/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import { findEndOfPackage, insertGrant, lockPackageOf } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { recordAction } from '#platform/server/record-action.ts'
import { addSpan, dateInWords } from '#platform/shared/calendar.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { grantPackage as endpoint } from '../contract/grant.ts'
import { packageGrantedLetter } from './emails.ts'

/** What staff give away: an entitlement without purchase or invoice (PRODUCT D11). It follows one that runs already. */
export async function grantPackage(
  context: MemberContext,
  memberId: string,
  { packageId, reason }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, publicUrl } = context
  const sold = await findCurrentPackage(db, packageId)
  if (!sold) throw new Refused('package-not-found')
  const at = context.now()
  return db.transaction().execute(async (tx) => {
    const member = await requireMember(tx, memberId)
    if (member.isDisabled) throw new Refused('account-disabled')
    if (member.role !== 'member') throw new Refused('staff-account')
    await lockPackageOf(tx, member.id, packageId)
    const startsAt = (await findEndOfPackage(tx, { memberId: member.id, packageId, now: at })) ?? at
    const endsAt = addSpan(startsAt, sold.span)
    const grant = { memberId: member.id, packageId, packageVersion: sold.version, startsAt, endsAt, at }
    const entitlementId = await insertGrant(tx, grant)
    const after = { package: packageId, version: sold.version, member: member.id, endsAt: endsAt.toISOString() }
    const object = { kind: 'package', id: entitlementId }
    await recordAction(tx, context, { action: 'package.granted', object, reason, after })

    const told = { memberId: member.id, reason: `granted:${entitlementId}`, path: `/portal/packages/${entitlementId}` }
    const text = `${sold.title} is yours until ${dateInWords(endsAt)}: ${reason}`
    await tellMember(tx, context, { ...told, title: 'A package was given to you', text })
    const news = { title: sold.title, startsAt, endsAt, reason, url: `${publicUrl}${told.path}` }
    await queueMail(tx, context, told.reason, packageGrantedLetter(member, await readCompany(tx), news))
    return { entitlementId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  })
}
