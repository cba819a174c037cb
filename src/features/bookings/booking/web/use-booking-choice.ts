import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SessionKey } from '../rules.ts'

/** The choices on the booking page. They are kept in the address, so that they survive reloading and going back. */
type Choice = {
  entitlementId: string | null
  lineKey: string | null
  /** Null for the first free consultant. */
  consultantId: string | null
  /** In the member's time zone, for example "2026-11-27". */
  day: string | null
  /** When the session starts. */
  time: string | null
}

export type BookingChoiceState = ReturnType<typeof useBookingChoice>

const parameterNames = {
  entitlementId: 'entitlement',
  lineKey: 'line',
  consultantId: 'consultant',
  day: 'day',
  time: 'time',
} satisfies Record<keyof Choice, string>

export function useBookingChoice() {
  const [searchParams, setSearchParams] = useSearchParams()
  // Shows the choice before the router has updated the address, so that it appears immediately.
  const [pending, setPending] = useState<{ from: URLSearchParams; next: URLSearchParams } | null>(null)
  const address = pending?.from === searchParams ? pending.next : searchParams
  const change = (changes: Partial<Choice>, replace = true) => {
    const next = withChanges(address, changes)
    setPending({ from: searchParams, next })
    setSearchParams(next, { replace, preventScrollReset: true })
  }
  const day = address.get(parameterNames.day)
  const time = address.get(parameterNames.time)
  return {
    entitlementId: address.get(parameterNames.entitlementId),
    lineKey: address.get(parameterNames.lineKey),
    consultantId: address.get(parameterNames.consultantId),
    day: day && isDay(day) ? day : null,
    time: time && isMoment(time) ? time : null,
    chooseSession: (session: SessionKey) =>
      change({ ...toSessionKey(session), consultantId: null, day: null, time: null }),
    chooseConsultant: (consultantId: string | null) => change({ consultantId, time: null }),
    chooseDay: (day: string) => change({ day, time: null }),
    // Adds a history entry, so that the back button returns to the slots. Also puts the session in the address, which
    // would otherwise mean the next session once this one is booked in another tab.
    chooseTime: (time: string, session?: SessionKey) => change({ ...(session && toSessionKey(session)), time }, false),
    /** Clears the slot but keeps the other choices, for example when it is no longer available. */
    dropTime: () => change({ time: null }),
  }
}

function toSessionKey({ entitlementId, lineKey }: SessionKey): SessionKey {
  return { entitlementId, lineKey }
}

function withChanges(before: URLSearchParams, changes: Partial<Choice>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes) as [keyof Choice, string | null][]) {
    if (value === null) after.delete(parameterNames[name])
    else after.set(parameterNames[name], value)
  }
  return after
}

// Members can edit the address, so its values are checked.
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isMoment(`${text}T00:00:00Z`)
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
