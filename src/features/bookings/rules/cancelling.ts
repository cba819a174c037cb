import { momentInWords } from '#platform/shared/local-time.ts'
import { type Consequence, FREE_HOURS, type LaterSession } from '../contract.ts'

/** Which case applies to whoever cancels now, in words and local time (PRODUCT D21). */
export function consequenceInWords({ outcome, freeUntil }: Consequence, timeZone: string, companyZone: string): string {
  const moment = momentInWords(freeUntil, timeZone, companyZone)
  const sentences = {
    returned: `Free until ${moment}. If you cancel, your session comes back to your package.`,
    forfeited: `The time to move it, or to cancel it for free, ended on ${moment}. If you cancel now, it counts as used.`,
  } satisfies Record<Consequence['outcome'], string>
  return sentences[outcome]
}

/** The same before the session is booked. */
export function termsInWords({ outcome, freeUntil }: Consequence, timeZone: string, companyZone: string): string {
  const moment = momentInWords(freeUntil, timeZone, companyZone)
  const sentences = {
    returned: `You can move it, or cancel it and get it back, until ${moment}.`,
    forfeited: `This is less than ${FREE_HOURS} hours from now: once it is booked it can no longer be moved, and counts as used even if you cancel.`,
  } satisfies Record<Consequence['outcome'], string>
  return sentences[outcome]
}

/** What has to be cancelled before a session can be. */
export function laterSessionInWords({ title, startsAt }: LaterSession, timeZone: string, companyZone: string): string {
  const moment = momentInWords(startsAt, timeZone, companyZone)
  return `You have booked "${title}" on ${moment}, which needs this session. To cancel this one, please cancel that one first.`
}
