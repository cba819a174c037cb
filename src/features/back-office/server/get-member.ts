import { requireMember } from '#features/accounts/server/public.ts'
import { sumPaid } from '#features/payments/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { MemberAccount } from '../contract/member.ts'
import { summarizeMember } from './list-members.ts'
import { getMemberRow } from './member-store.ts'

export async function getMember({ db, now }: MemberContext, memberId: string): Promise<MemberAccount> {
  const { id } = await requireMember(db, memberId)
  const row = await getMemberRow(db, id, now())
  const spend = await sumPaid(db, id)
  return {
    ...summarizeMember(row),
    firstName: row.first_name,
    lastName: row.last_name,
    emailVerified: row.email_verified_at !== null,
    mobile: row.mobile,
    timeZone: row.time_zone,
    spend: spend.map(({ currency, amount }) => ({ currency, amount: minorUnits(amount) })),
  }
}
