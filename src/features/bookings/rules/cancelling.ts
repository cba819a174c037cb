import { momentInWords } from '#platform/shared/local-time.ts'
import type { Consequence } from '../contract.ts'

/** Which case applies to whoever cancels now, in words and local time (PRODUCT D21). */
export function consequenceInWords({ outcome, freeUntil }: Consequence, timeZone: string, companyZone: string): string {
  const moment = momentInWords(freeUntil, timeZone, companyZone)
  const sentences = {
    returned: `Free until ${moment}. If you cancel, your session comes back to your package.`,
    forfeited: `The time to move it, or to cancel it for free, ended on ${moment}. If you cancel now, it counts as used.`,
  } satisfies Record<Consequence['outcome'], string>
  return sentences[outcome]
}
