import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Consequences, DataSubject, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { Refused } from '#platform/shared/refused.ts'
import { actForMember } from '../../server/require-account.ts'
import type { DeletionPreview } from '../contract.ts'
import { accountDeletedEmail } from './emails.ts'
import { getDataSubject, insertErasure } from './store.ts'

/**
 * Lets other areas prepare first, such as cancelling open payments. Then erases the actor's data in one transaction
 * (PRODUCT D14).
 * @param record writes an audit entry in the same transaction
 */
export async function deleteAccount(
  context: MemberContext,
  areas: PersonalDataAreas,
  record: (tx: Db) => Promise<void> = async () => {},
): Promise<void> {
  const { db, actor, now } = context
  if (actor.role !== 'member') throw new Refused('staff-account')
  const { user } = actor
  const subject = await getDataSubject(db, actor.memberId)
  for (const { prepareErasure } of Object.values(areas)) await prepareErasure?.(context, subject)

  await db.transaction().execute(async (tx) => {
    // Comes first, or a repeated request would erase the pending email about the deletion.
    if (!(await insertErasure(tx, actor.memberId, now()))) return
    const consequences = await getDeletionConsequences(tx, areas, subject, now())
    for (const { erase } of Object.values(areas)) await erase(tx, context, subject)
    const write = ({ company, publicUrl }: EmailSite) => accountDeletedEmail(user, company, consequences, publicUrl)
    await sendEmail(tx, context, `account-deleted:${actor.memberId}`, write, { isDeletedOnceSent: true })
    await record(tx)
  })
}

/** Erases a member who asked us to, as if they had deleted the account themselves. */
export async function eraseMember(
  context: MemberContext,
  areas: PersonalDataAreas,
  memberId: string,
  { reason }: { reason: string },
): Promise<null> {
  const asMember = await actForMember(context, memberId)
  const { memberId: id } = asMember.actor
  await deleteAccount(asMember, areas, async (tx) => {
    await recordAction(tx, context, { action: 'member.erased', object: { kind: 'member', id }, reason })
  })
  return null
}

export async function previewAccountDeletion(
  { db, actor, now }: MemberContext,
  areas: PersonalDataAreas,
): Promise<DeletionPreview> {
  const subject = await getDataSubject(db, actor.memberId)
  const { ends, cancels, keeps } = await getDeletionConsequences(db, areas, subject, now())
  return {
    packages: ends.map(({ title, endsAt }) => ({ title, endsAt: endsAt.toISOString() })),
    upcomingSessions: cancels,
    kept: keeps.map(({ kind, count, until }) => ({ kind, count, until: until.toISOString() })),
  }
}

async function getDeletionConsequences(
  db: Db,
  areas: PersonalDataAreas,
  subject: DataSubject,
  now: Date,
): Promise<Required<Consequences>> {
  const total: Required<Consequences> = { ends: [], cancels: 0, keeps: [] }
  for (const { preview } of Object.values(areas)) {
    const { ends = [], cancels = 0, keeps = [] } = (await preview?.(db, subject, now)) ?? {}
    total.ends.push(...ends)
    total.cancels += cancels
    total.keeps.push(...keeps)
  }
  return total
}
