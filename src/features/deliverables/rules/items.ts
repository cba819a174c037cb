import { addSpan } from '#platform/shared/calendar.ts'
import { CLAIM_YEARS } from '#platform/shared/claims.ts'
import { ANSWER_DAYS } from '../contract/work.ts'
import type { Item, ItemState } from '../contract.ts'

/** "Post 3 of 8", or the name of what there is one of. */
export function itemName({
  title,
  unit,
  number,
  promised,
}: Pick<Item, 'title' | 'unit' | 'number' | 'promised'>): string {
  return promised === 1 ? title : `${unit.charAt(0).toUpperCase()}${unit.slice(1)} ${number} of ${promised}`
}

/** "3 of 8 posts", or "Résumé review: 0 of 1" of what there is one of. */
export function progressInWords({
  title,
  delivered,
  promised,
}: {
  title: string
  delivered: number
  promised: number
}): string {
  const figures = `${delivered} of ${promised}`
  return promised === 1 ? `${title}: ${figures}` : `${figures} ${lowerFirst(title)}`
}

// "LinkedIn review" and "PDF reports" stay as they are written.
function lowerFirst(title: string): string {
  return /^\p{Lu}[\p{Lu}\p{Ll}]*\p{Lu}/u.test(title.split(' ')[0] ?? '')
    ? title
    : title.charAt(0).toLowerCase() + title.slice(1)
}

type StoredState = Exclude<ItemState, 'closed'>

/** What was delivered stays delivered; the rest is not made while its package is cancelled, given back or disputed. */
export function itemState(stored: StoredState, { isPackageOver }: { isPackageOver: boolean }): ItemState {
  return isPackageOver && stored !== 'delivered' ? 'closed' : stored
}

/** An item as a decision needs it. */
export type Situation = {
  state: ItemState
  isMine: boolean
  askedAt: Date | null
  /** The versions that the member has not seen, and all there are. */
  unseen: number
  made: number
}

export type WorkStep = 'take' | 'add' | 'ask' | 'deliver'

/** Why a consultant cannot do something with an item now, or null. */
export function obstacleToWork(step: WorkStep, item: Situation, now: Date) {
  if (item.state === 'closed') return 'item-closed'
  if (item.state === 'delivered') return 'item-delivered'
  if (step === 'take') return null
  if (!item.isMine) return 'not-taken'
  if (item.state === 'for_approval' && !(step === 'deliver' && isUnanswered(item, now))) return 'member-asked'
  if (step === 'ask' && item.unseen === 0) return 'nothing-new'
  return step === 'deliver' && item.made === 0 ? 'nothing-made' : null
}

/** Why an administrator cannot give an item on, or null. @param from who had it when they looked */
export function obstacleToAssigning(
  { state, consultantId, isAbleMaker }: { state: ItemState; consultantId: string | null; isAbleMaker: boolean },
  from: string | null,
) {
  if (state === 'closed') return 'item-closed'
  if (state === 'delivered') return 'item-delivered'
  if (consultantId !== from) return 'changed-meanwhile'
  return isAbleMaker ? null : 'maker-not-found'
}

/** Why a member cannot answer, or null. @param seen the version that they have looked at */
export function obstacleToAnswer(item: { state: ItemState; lastShown: number }, seen: number) {
  if (item.state === 'closed') return 'item-closed'
  if (item.state !== 'for_approval') return 'nothing-asked'
  return item.lastShown === seen ? null : 'version-changed'
}

function isUnanswered({ askedAt }: Situation, now: Date): boolean {
  return askedAt !== null && addSpan(askedAt, { days: ANSWER_DAYS }) <= now
}

/** Items of packages that ended before are forgotten. */
export function itemsForgottenBefore(now: Date): Date {
  return addSpan(now, { months: -12 * CLAIM_YEARS })
}
