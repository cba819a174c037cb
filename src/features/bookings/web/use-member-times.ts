import { useEffect, useState } from 'react'
import { addDays, startOfDay } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { listMemberTimes } from '../contract/member-booking.ts'

/** So many days are looked at, from the day that is chosen. */
export const DAYS_SHOWN = 7

type Wanted = { memberId: string; session: string; consultantId: string; day: string; round: number }

/** When a session of a member can be held in the days from one on, of London. Undefined while nothing is known. */
export function useMemberTimes({ memberId, session, consultantId, day, round }: Wanted) {
  const [known, setKnown] = useState<{ to: string; is: Attempt<ResponseOf<typeof listMemberTimes>> }>()
  const question = [memberId, session, consultantId, day, round].join(' ')
  useEffect(() => {
    const [entitlementId = '', lineKey = ''] = session.split(' ')
    if (!lineKey || !day) return
    const asking = new AbortController()
    const query = {
      entitlementId,
      lineKey,
      ...(consultantId && { consultantId }),
      from: startOfDay(day).toISOString(),
      until: startOfDay(addDays(day, DAYS_SHOWN)).toISOString(),
    }
    const ask = async () => {
      const ending = await attempt(listMemberTimes, { params: { memberId }, query }, { signal: asking.signal })
      if (!asking.signal.aborted) setKnown({ to: question, is: ending })
    }
    void ask()
    return () => asking.abort()
  }, [question, memberId, session, consultantId, day])
  return known?.to === question ? known.is : undefined
}
