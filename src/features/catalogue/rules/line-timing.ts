import { lowerFirst } from '#platform/shared/lower-first.ts'
import type { PackageLine } from '../contract.ts'

/** When a line of a package comes. */
export type LineTiming = 'from-the-start' | 'the-whole-time' | 'by-the-end' | 'after-the-first-call'

type Line = Pick<PackageLine, 'key' | 'kind' | 'title' | 'minutes' | 'unit' | 'quantity'>

/**
 * Follows what bookings and deliverables do: the first call has to be over before any other, and everything made is due
 * on the day the package ends.
 * @param lines all lines of the package, in their order
 */
export function lineTiming(lines: Pick<Line, 'key' | 'kind' | 'quantity'>[], line: Line): LineTiming {
  const firstCall = lines.find(isCall)
  // Only a limited first call has to come before the others.
  if (isCall(line) && (line.key === firstCall?.key || firstCall?.quantity === null)) return 'from-the-start'
  if (lastsAsLongAsThePackage(line)) return 'the-whole-time'
  return isCall(line) ? 'after-the-first-call' : 'by-the-end'
}

/** Items counted in months have no due day, and unlimited calls can be booked on any day. */
function lastsAsLongAsThePackage({ unit, quantity }: Line): boolean {
  return quantity === null || /^months?\b/i.test(unit ?? '')
}

export function isCall({ kind }: Pick<Line, 'kind'>): boolean {
  return kind === 'session'
}

/** "8 posts", "Initial consultation, 10 minutes", "Consultation, 20 minutes, as often as you need". */
export function describeLine({ kind, title, minutes, quantity }: Line): string {
  const counted = quantity !== null && quantity > 1 ? `${quantity} ${lowerFirst(title)}` : title
  if (kind === 'deliverable') return counted
  const length = minutes === null ? '' : `, ${minutes} minutes`
  return quantity === null ? `${title}${length}, as often as you need` : `${counted}${length}`
}
