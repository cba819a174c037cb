/** What a member is reckoned in who has chosen nothing: the company's own (PRODUCT D18). */
export const DEFAULT_TIME_ZONE = 'Europe/London'

/** The zones to choose from, by their IANA names. Machines differ: another one may know a zone by its older name. */
export function timeZoneNames(): string[] {
  return Intl.supportedValuesOf('timeZone')
}

/** Whether times can be reckoned in it. An offset such as +01:00 is no zone: it knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** "Saturday 14:05". */
export function timeInZone(moment: Date, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment)
  return `${part({ weekday: 'long' })} ${part({ hour: '2-digit', minute: '2-digit' })}`
}

/** A zone as people read it: "America / New York". */
export function zoneInWords(timeZone: string): string {
  return timeZone.replaceAll('_', ' ').replaceAll('/', ' / ')
}
