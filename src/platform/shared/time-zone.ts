/** The company's time zone, used for members who have not chosen one (PRODUCT D18). */
export const DEFAULT_TIME_ZONE = 'Europe/London'

/** Lists IANA names to choose from. Another machine may know a zone by an older name. */
export function timeZoneNames(): string[] {
  return Intl.supportedValuesOf('timeZone')
}

/** True for a usable zone. An offset such as +01:00 is refused, because it has no summer time. */
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

/** A readable zone name: "America / New York". */
export function describeTimeZone(timeZone: string): string {
  return timeZone.replaceAll('_', ' ').replaceAll('/', ' / ')
}
