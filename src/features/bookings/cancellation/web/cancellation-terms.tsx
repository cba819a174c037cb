import { useState } from 'react'
import { decideCancellationTerms, describeTerms } from '../rules.ts'

/** Shows the cancellation terms before the member takes a slot, as PRODUCT D21 requires. */
export function CancellationTerms({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const [openedAt] = useState(() => new Date())
  const cancellationTerms = decideCancellationTerms({ state: 'booked', startsAt: new Date(startsAt) }, openedAt)
  return cancellationTerms ? <p className="max-w-prose">{describeTerms(cancellationTerms, timeZone)}</p> : null
}
