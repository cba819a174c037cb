import { DEFAULT_TIME_ZONE, zoneInWords } from '#platform/shared/time-zone.ts'

/** "Thursday 3 December 2026 at 10:00". */
export function timeInWords(moment: Date, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment)
  const day = part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replaceAll(',', '')
  return `${day} at ${part({ hour: '2-digit', minute: '2-digit' })}`
}

/** The time by the reader's clock, named, and by the company's beside it where that is another (PRODUCT D18). */
export function timeFacts(moment: Date, timeZone: string): [label: string, value: string][] {
  const theirs = timeInWords(moment, timeZone)
  const ours = timeInWords(moment, DEFAULT_TIME_ZONE)
  return [
    ['When', `${theirs} (${zoneInWords(timeZone)})`],
    ...(theirs === ours ? [] : [['In London', ours] satisfies [string, string]]),
  ]
}
