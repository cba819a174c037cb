import { CLAIM_YEARS } from '#features/company/rules.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { lowerFirst } from '#platform/shared/lower-first.ts'
import { ANSWER_DAYS } from './consultant/contract.ts'
import type { Deliverable, DeliverableState } from './contract.ts'
import type { LineProgress } from './member/contract.ts'

/** For example "Post 3 of 8". A single item has only a title. */
export function deliverableName(item: Pick<Deliverable, 'title' | 'unit' | 'number' | 'promised'>): string {
  const { title, unit, number, promised } = item
  return promised === 1 ? title : `${unit.charAt(0).toUpperCase()}${unit.slice(1)} ${number} of ${promised}`
}

/** For example "3 of 8 posts", or "Résumé review: 0 of 1" for a single item. */
export function describeProgress({
  title,
  delivered,
  promised,
}: Omit<LineProgress, 'lineKey' | 'forApproval'>): string {
  const count = `${delivered} of ${promised}`
  return promised === 1 ? `${title}: ${count}` : `${count} ${lowerFirst(title)}`
}

/** Items counted in months last as long as the package, so they have no due day. */
export function hasDueDay({ unit }: Pick<Deliverable, 'unit'>): boolean {
  return !/^months?\b/i.test(unit)
}

type StoredState = Exclude<DeliverableState, 'closed'>

/** Delivered items stay delivered. Any others are closed while their package is cancelled, refunded or disputed. */
export function deliverableState(stored: StoredState, { isPackageOver }: { isPackageOver: boolean }): DeliverableState {
  return isPackageOver && stored !== 'delivered' ? 'closed' : stored
}

/** What the rules need to know to make a decision. */
export type Situation = {
  state: DeliverableState
  isMine: boolean
  approvalRequestedAt: Date | null
  /** Number of versions the member has not seen. `versionCount` is the number of all versions. */
  unseenCount: number
  versionCount: number
}

export type WorkStep = 'take' | 'add' | 'ask' | 'deliver'

/** Returns why a consultant cannot take this step now, or null if they can. */
export function workBlocker(step: WorkStep, item: Situation, now: Date) {
  if (item.state === 'closed') return 'deliverable-closed'
  if (item.state === 'delivered') return 'already-delivered'
  if (step === 'take') return null
  if (!item.isMine) return 'not-assigned'
  if (item.state === 'for_approval' && !(step === 'deliver' && isUnanswered(item, now))) return 'awaiting-approval'
  if (step === 'ask' && item.unseenCount === 0) return 'no-new-version'
  return step === 'deliver' && item.versionCount === 0 ? 'no-version' : null
}

/**
 * Returns why a deliverable cannot be reassigned, or null if it can. @param from the assignee when the page was loaded
 */
export function assignmentBlocker(
  item: { state: DeliverableState; consultantId: string | null; isAssigneeEligible: boolean },
  from: string | null,
) {
  if (item.state === 'closed') return 'deliverable-closed'
  if (item.state === 'delivered') return 'already-delivered'
  if (item.consultantId !== from) return 'edited-elsewhere'
  return item.isAssigneeEligible ? null : 'assignee-not-found'
}

/** Returns why the member cannot answer, or null if they can. @param seenVersion version the member has seen */
export function approvalBlocker(item: { state: DeliverableState; lastPublished: number }, seenVersion: number) {
  if (item.state === 'closed') return 'deliverable-closed'
  if (item.state !== 'for_approval') return 'not-awaiting-approval'
  return item.lastPublished === seenVersion ? null : 'version-changed'
}

function isUnanswered({ approvalRequestedAt }: Situation, now: Date): boolean {
  return approvalRequestedAt !== null && addSpan(approvalRequestedAt, { days: ANSWER_DAYS }) <= now
}

/** Returns the cutoff. Deliverables from packages that ended before it are purged. */
export function deliverablesPurgedBefore(now: Date): Date {
  return addSpan(now, { months: -12 * CLAIM_YEARS })
}
