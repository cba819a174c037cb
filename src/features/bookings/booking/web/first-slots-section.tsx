import { useState } from 'react'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { clockInZone, dayName, formatTimeWithZone } from '#platform/shared/local-time.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { isTooLateToMove } from '../../cancellation/rules.ts'
import { type Booking, CHANGE_NOTICE_HOURS } from '../../contract.ts'
import { listFreeSlots, MAX_DAYS } from '../../slots/contract.ts'
import { pickFirstSlots } from '../../slots/rules/first-slots.ts'
import { CompanyTime, describeTimeZones, NewTimesPromise } from '../../slots/web/slot-list.tsx'
import { type BookableSession, bookSession } from '../contract.ts'
import { newBookingPath } from '../rules.ts'
import { needsAnotherSlot } from './queries.ts'
import { ConsultantName } from './session-details.tsx'

type FirstSlotsSectionProps = {
  session: BookableSession
  timeZone: string
  onBooked: (booking: Booking) => void
  /** Called if the session itself can no longer be booked, for example because it was booked in another tab. */
  onUnavailable: () => unknown
}

/** The first free times of a session, each of which books it as an online call with one press. */
export function FirstSlotsSection({ session, timeZone, onBooked, onUnavailable }: FirstSlotsSectionProps) {
  const { entitlementId, lineKey } = session
  const [period] = useState(() => nextDays(new Date()))
  const { found, reload } = useLoaded(listFreeSlots, { query: { entitlementId, lineKey, ...period } })
  const { busy, problem, run } = useAction<string>({
    reload: (ending) => {
      if (ending.state === 'failed' && ending.reason)
        return needsAnotherSlot(ending.reason) ? reload() : onUnavailable()
    },
  })
  if (found.state === 'loading') return <Spinner label="Finding free times" className="size-8" />
  if (found.state === 'failed') return <LoadFailed message={found.message} onRetry={reload} />
  const book = ({ startsAt, consultantIds }: FreeSlot) => {
    // Names the consultant if the button did.
    const consultantId = consultantIds.length === 1 ? (consultantIds[0] ?? null) : null
    const body = { entitlementId, lineKey, consultantId, startsAt, place: 'online', phone: null, notes: null } as const
    return run(() => attempt(bookSession, { body }), onBooked, startsAt)
  }
  return (
    <div className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {found.value.slots.length > 0 ? (
        <SlotButtons session={session} free={found.value} timeZone={timeZone} busy={busy} onSlot={book} />
      ) : (
        <NoFreeSlot nextFree={found.value.nextFree} timeZone={timeZone} />
      )}
      <p>
        <Link to={newBookingPath(session)} reloadDocument className="link link-alone">
          See all times, or choose a phone call
        </Link>
      </p>
    </div>
  )
}

type FreeSlots = ResponseOf<typeof listFreeSlots>
type FreeSlot = FreeSlots['slots'][number]

function nextDays(now: Date) {
  return { from: now.toISOString(), until: new Date(now.getTime() + MAX_DAYS * DAY_MS).toISOString() }
}

type SlotButtonsProps = {
  session: BookableSession
  free: FreeSlots
  timeZone: string
  /** The start of the slot that is being booked. */
  busy: string | true | undefined
  onSlot: (slot: FreeSlot) => unknown
}

function SlotButtons({ session: { consultants }, free, timeZone, busy, onSlot }: SlotButtonsProps) {
  const [openedAt] = useState(() => new Date())
  const [onlyConsultant, ...others] = consultants
  return (
    <>
      {onlyConsultant && others.length === 0 ? <ConsultantName consultant={onlyConsultant} /> : null}
      {free.nextFree ? (
        <p>No one is free before your package ends. Book one of these times and we’ll extend it automatically.</p>
      ) : null}
      <p className="text-sm text-muted">{describeTimeZones(timeZone)}</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-5">
        {pickFirstSlots(free.slots, timeZone, openedAt).map(({ day, slots }) => (
          <section key={day} aria-labelledby={`slots-${day}`}>
            <h3 id={`slots-${day}`} className="text-base font-medium">
              {dayName(day)}
            </h3>
            <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-2">
              {slots.map((slot) => (
                <li key={slot.startsAt} className="grid">
                  <button
                    type="button"
                    aria-disabled={busy !== undefined || undefined}
                    onClick={() => onSlot(slot)}
                    className="min-h-12 cursor-pointer rounded-md border border-field px-[min(0.75rem,1vw)] py-2 text-center leading-tight hover:border-secondary-ink hover:bg-info-soft aria-disabled:cursor-progress aria-disabled:opacity-60"
                  >
                    <span className="block font-medium tabular-nums">
                      {busy === slot.startsAt ? 'Booking…' : clockInZone(slot.startsAt, timeZone)}{' '}
                      <CompanyTime startsAt={slot.startsAt} timeZone={timeZone} />
                    </span>{' '}
                    {others.length > 0 ? (
                      <span className="mt-1 block text-sm text-muted">{describeConsultants(slot, consultants)}</span>
                    ) : null}{' '}
                    {isTooLateToMove({ startsAt: new Date(slot.startsAt) }, openedAt) ? (
                      <span className="mt-1 block text-sm text-warning">Can’t be moved</span>
                    ) : null}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="max-w-prose text-sm text-muted">
        One press books an online call. You can move it, or cancel and get it back, until {CHANGE_NOTICE_HOURS} hours
        before it starts. After that, you can’t move it and it’ll count as used even if you cancel.
      </p>
    </>
  )
}

/** "with Grace Hopper or Alan Turing" */
function describeConsultants({ consultantIds }: FreeSlot, consultants: BookableSession['consultants']): string {
  const names = consultants.filter(({ id }) => consultantIds.includes(id)).map(({ displayName }) => displayName)
  return names.length > 2 ? `with one of ${names.length} consultants` : `with ${names.join(' or ')}`
}

/** PRODUCT D28: says what happens next and by when. */
function NoFreeSlot({ nextFree, timeZone }: { nextFree: string | null; timeZone: string }) {
  if (!nextFree) {
    return (
      <>
        <p>No times are free right now.</p>
        <NewTimesPromise />
      </>
    )
  }
  return (
    <p>
      No one is free before your package ends. The next free time is {formatTimeWithZone(nextFree, timeZone)}. Book it
      and we’ll extend your package automatically.
    </p>
  )
}
