import { zoneInWords } from '#platform/shared/time-zone.ts'

/** PRODUCT D18: the company's own zone stands beside that of whoever reads. */
const COMPANY_ZONE = 'Europe/London'

/**
 * "Tuesday 24 November 2026 at 15:00 (Asia / Karachi), 10:00 in London". London's day stands there as well where it is
 * another one.
 */
export function sessionTimeInWords(startsAt: Date, timeZone: string): string {
  const here = partsIn(startsAt, timeZone)
  const company = partsIn(startsAt, COMPANY_ZONE)
  const isSame = here.day === company.day && here.time === company.time
  if (isSame) return `${here.day} at ${here.time} (London time)`
  const inLondon = here.day === company.day ? company.time : `${company.day} at ${company.time}`
  return `${here.day} at ${here.time} (${zoneInWords(timeZone)}), ${inLondon} in London`
}

function partsIn(moment: Date, timeZone: string): { day: string; time: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment)
  return {
    day: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', ''),
    time: format({ hour: '2-digit', minute: '2-digit' }),
  }
}
