import { addDays, startOfDay } from '#platform/shared/calendar.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { clockInZone, dayName, formatTimeInZone, localDay } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { listMemberSlots } from '../contract.ts'

export type SlotSelection = { session: string; consultantId: string; day: string; startsAt: string }

type MemberSlotsSectionProps = {
  memberId: string
  selection: SlotSelection
  /** Incremented to reload the slots. */
  reloadCount: number
  onDay: (day: string) => void
  onTime: (startsAt: string) => void
}

/** Lists the free slots for the next few days, in London time. */
export function MemberSlotsSection({ memberId, selection, reloadCount, onDay, onTime }: MemberSlotsSectionProps) {
  const { session, consultantId, day, startsAt } = selection
  return (
    <section aria-label="Times" className="grid gap-4">
      <TextField
        label="From"
        hint={`Shows ${DAYS_SHOWN} days, in London time.`}
        type="date"
        className="sm:max-w-60"
        value={day}
        onChange={({ target }) => onDay(target.value)}
      />
      {day ? (
        <FreeSlots
          // The key removes the old slots while new ones load, so that no one picks an outdated one.
          key={[session, consultantId, day, reloadCount].join(' ')}
          memberId={memberId}
          query={toSlotsQuery(selection)}
          chosen={startsAt}
          onTime={onTime}
          onDay={onDay}
        />
      ) : null}
    </section>
  )
}

/** Number of days shown, starting with the chosen day. */
const DAYS_SHOWN = 7

function toSlotsQuery({ session, consultantId, day }: SlotSelection) {
  const [entitlementId = '', lineKey = ''] = session.split(' ')
  return {
    entitlementId,
    lineKey,
    ...(consultantId && { consultantId }),
    from: startOfDay(day).toISOString(),
    until: startOfDay(addDays(day, DAYS_SHOWN)).toISOString(),
  }
}

type FreeSlotsProps = Pick<MemberSlotsSectionProps, 'memberId' | 'onDay' | 'onTime'> & {
  query: ReturnType<typeof toSlotsQuery>
  chosen: string
}

function FreeSlots({ memberId, query, ...buttons }: FreeSlotsProps) {
  const { found } = useLoaded(listMemberSlots, { params: { memberId }, query })
  if (found.state === 'loading') return <Spinner label="Finding free times" />
  if (found.state === 'failed') return <Alert tone="error">{found.message}</Alert>
  return <SlotButtons {...found.value} {...buttons} />
}

type SlotButtonsProps = ResponseOf<typeof listMemberSlots> & Pick<FreeSlotsProps, 'chosen' | 'onDay' | 'onTime'>

function SlotButtons({ slots, nextFree, chosen, onTime, onDay }: SlotButtonsProps) {
  if (slots.length === 0)
    return (
      <p className="text-muted">
        No times are free on these days.{' '}
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
                startsAt === chosen ? 'border-secondary-ink bg-info-soft' : 'border-field hover:border-secondary-ink',
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
