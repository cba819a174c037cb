import { useState } from 'react'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { termsInWords } from '../rules/cancelling.ts'
import { consequenceOf } from '../rules/consequence.ts'

/** PRODUCT D21: what moving and cancelling would mean at a time, to be read before that time is taken. */
export function Terms({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const [opened] = useState(() => new Date())
  const consequence = consequenceOf({ state: 'booked', startsAt: new Date(startsAt) }, opened)
  return consequence ? <p className="max-w-prose">{termsInWords(consequence, timeZone, DEFAULT_TIME_ZONE)}</p> : null
}
