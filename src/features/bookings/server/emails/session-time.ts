import { timeInWords } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE, zoneInWords } from '#platform/shared/time-zone.ts'

/** The time by the reader's clock, named, and by the company's beside it where that is another (PRODUCT D18). */
export function timeFacts(moment: Date, timeZone: string, label = 'When'): [label: string, value: string][] {
  const theirs = timeInWords(moment, timeZone)
  const ours = timeInWords(moment, DEFAULT_TIME_ZONE)
  return [
    [label, `${theirs} (${zoneInWords(timeZone)})`],
    ...(theirs === ours ? [] : [['In London', ours] satisfies [string, string]]),
  ]
}
