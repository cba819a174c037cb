import type { Price } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { decideDiscount, toCodeName } from '../rules.ts'
import { countUses, findCodeByName, hasBought } from './store.ts'

type Applied = {
  /** As the buyer typed it. */
  typed: string
  offer: { id: string }
  price: Price
  /** Null for a visitor, who is treated as a new member. */
  memberId: MemberId | null
  now: Date
}

/** Prices an offer with a code, or returns why the code does not apply. */
export async function findDiscount(db: Db, { typed, memberId, offer, ...facts }: Applied) {
  const code = await findCodeByName(db, toCodeName(typed))
  if (!code) return { refusal: 'discount-unknown' as const }
  const decision = decideDiscount({
    ...facts,
    offer,
    terms: code,
    uses: await countUses(db, code.id, { memberId, packageId: offer.id }),
    hasBought: memberId !== null && code.isForNewMembers && (await hasBought(db, memberId)),
  })
  return { ...decision, code: code.code, months: code.months }
}
