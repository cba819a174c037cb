import { useEffect, useState } from 'react'
import { addDays, startOfDay } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { clockInZone, dayName, formatTimeInZone, localDay } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { listMemberSlots } from '../contract.ts'

type MemberSlotsSectionProps = {
  memberId: string
  selection: { session: string; consultantId: string; day: string; startsAt: string }
  /** Incremented to load the slots again. */
  reloadCount: number
  onDay: (day: string) => void
  onTime: (startsAt: string) => void
}

/** Lists the free slots of the next days in London time. */
export function MemberSlotsSection({ memberId, selection, reloadCount, onDay, onTime }: MemberSlotsSectionProps) {
  const loaded = useMemberSlots({ memberId, ...selection, reloadCount })
  return (
    <section aria-label="Times" className="grid gap-4">
      <TextField
        label="From this day on"
        hint={`${DAYS_SHOWN} days are shown, by the clocks of London.`}
        type="date"
        className="sm:max-w-60"
        value={selection.day}
        onChange={({ target }) => onDay(target.value)}
      />
      {loaded || !selection.day ? null : <Spinner label="Looking for free times" />}
      {loaded?.state === 'failed' ? <Alert tone="error">{loaded.message}</Alert> : null}
      {loaded?.state === 'done' ? (
        <SlotButtons {...loaded.value} chosen={selection.startsAt} onTime={onTime} onDay={onDay} />
      ) : null}
    </section>
  )
}

type SlotButtonsProps = {
  slots: { startsAt: string }[]
  nextFree: string | null
  chosen: string
  onTime: (startsAt: string) => void
  onDay: (day: string) => void
}

function SlotButtons({ slots, nextFree, chosen, onTime, onDay }: SlotButtonsProps) {
  if (slots.length === 0)
    return (
      <p className="text-muted">
        Nothing is free in these days.{' '}
        {nextFree ? (
          <button
            type="button"
            className="link cursor-pointer"
            onClick={() => onDay(localDay(nextFree, DEFAULT_TIME_ZONE))}
          >
            The next free time is {formatTimeInZone(nextFree, DEFAULT_TIME_ZONE)}
          </button>
        ) : null}
      </p>
    )
  const days = Map.groupBy(slots, ({ startsAt }) => localDay(startsAt, DEFAULT_TIME_ZONE))
  return [...days].map(([day, daySlots]) => (
    <div key={day} className="grid gap-2">
      <h4 className="font-medium">{dayName(day)}</h4>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {daySlots.map(({ startsAt }) => (
          <li key={startsAt} className="grid">
            <button
              type="button"
              aria-pressed={startsAt === chosen}
              onClick={() => onTime(startsAt)}
              className={classNames(
                'min-h-11 cursor-pointer rounded-md border px-2 font-medium tabular-nums',
                startsAt === chosen ? 'border-secondary bg-info-soft' : 'border-field hover:border-secondary',
              )}
            >
              {clockInZone(startsAt, DEFAULT_TIME_ZONE)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Number of days shown, from the chosen day. */
const DAYS_SHOWN = 7

type MemberSlotsQuery = { memberId: string; session: string; consultantId: string; day: string; reloadCount: number }

/** Loads a member's free slots from a day in London time. Undefined while loading. */
function useMemberSlots({ memberId, session, consultantId, day, reloadCount }: MemberSlotsQuery) {
  const [answer, setAnswer] = useState<{ requestKey: string; outcome: Attempt<ResponseOf<typeof listMemberSlots>> }>()
  const requestKey = [memberId, session, consultantId, day, reloadCount].join(' ')
  useEffect(() => {
    const [entitlementId = '', lineKey = ''] = session.split(' ')
    if (!lineKey || !day) return
    const controller = new AbortController()
    const query = {
      entitlementId,
      lineKey,
      ...(consultantId && { consultantId }),
      from: startOfDay(day).toISOString(),
      until: startOfDay(addDays(day, DAYS_SHOWN)).toISOString(),
    }
    const loadSlots = async () => {
      const outcome = await attempt(listMemberSlots, { params: { memberId }, query }, { signal: controller.signal })
      if (!controller.signal.aborted) setAnswer({ requestKey, outcome })
    }
    void loadSlots()
    return () => controller.abort()
  }, [requestKey, memberId, session, consultantId, day])
  return answer?.requestKey === requestKey ? answer.outcome : undefined
}
