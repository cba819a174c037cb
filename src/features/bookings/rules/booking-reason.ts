export type News = 'booked' | 'moved' | 'cancelled'
export type Reader = 'member' | 'consultant'

/** What a letter, or a line of the bell, is about: each version of a booking is told once to each. */
export function bookingReason(news: News, { id, sequence }: { id: string; sequence: number }, reader: Reader): string {
  return `booking-${news}:${id}:${sequence}${reader === 'consultant' ? ':consultant' : ''}`
}

/** The reasons of all that consultants were written about a booking: a member's name stands there. */
export function reasonsToConsultants({ id, sequence }: { id: string; sequence: number }): string[] {
  const versions = Array.from({ length: sequence + 1 }, (_, version) => ({ id, sequence: version }))
  const kinds: News[] = ['booked', 'moved', 'cancelled']
  return versions.flatMap((version) => kinds.map((news) => bookingReason(news, version, 'consultant')))
}
