import type { DiscountCode, DiscountDraft } from '#features/purchases/discounts/contract/admin-codes.ts'
import type { Member } from '../app/start-app.ts'

/** 20 % off everything, for everybody, any number of times. */
export function codeDraft(changes: Partial<DiscountDraft> = {}): DiscountDraft {
  return {
    code: 'SPRING',
    percentage: 20,
    amounts: { uk: null, international: null },
    months: null,
    packageIds: null,
    validFrom: null,
    validUntil: null,
    maxUses: null,
    maxUsesPerMember: null,
    isForNewMembers: false,
    ...changes,
  }
}

export async function newCode(administrator: Member, changes: Partial<DiscountDraft> = {}): Promise<DiscountCode> {
  const { status, body } = await administrator.post('/api/admin/discount-codes', { draft: codeDraft(changes) })
  if (status !== 200) throw new Error(`Creating a code was answered with ${status} ${body.code}`)
  return body.data
}
