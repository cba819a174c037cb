import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** What is chosen of a session to come. It stands in the address: loading the page again or going back keeps it. */
type Choice = {
  entitlementId: string | null
  lineKey: string | null
  /** null: whoever is free first. */
  consultantId: string | null
  /** "2026-11-27", of the member's zone. */
  day: string | null
  /** When the session begins. */
  time: string | null
}

type SessionName = { entitlementId: string; lineKey: string }

export type Choosing = Choice & {
  chooseSession: (session: SessionName) => void
  chooseConsultant: (id: string | null) => void
  chooseDay: (day: string) => void
  /** A place of its own in the history: back leads to the times again. */
  chooseTime: (time: string, session?: SessionName) => void
  /** The time cannot be had: what was chosen before it stays. */
  dropTime: () => void
}

const names = {
  entitlementId: 'entitlement',
  lineKey: 'line',
  consultantId: 'consultant',
  day: 'day',
  time: 'time',
} satisfies Record<keyof Choice, string>

export function useChoice(): Choosing {
  const [arrived, setArrived] = useSearchParams()
  // Until the router comes to it, what was pressed must not look as if it had not been.
  const [coming, setComing] = useState<{ after: URLSearchParams; next: URLSearchParams } | null>(null)
  const address = coming?.after === arrived ? coming.next : arrived
  const change = (changes: Partial<Choice>, replace = true) => {
    const next = withChanges(address, changes)
    setComing({ after: arrived, next })
    setArrived(next, { replace, preventScrollReset: true })
  }
  const day = address.get(names.day)
  const time = address.get(names.time)
  return {
    entitlementId: address.get(names.entitlementId),
    lineKey: address.get(names.lineKey),
    consultantId: address.get(names.consultantId),
    day: day && isDay(day) ? day : null,
    time: time && isMoment(time) ? time : null,
    chooseSession: (session) => change({ ...nameOf(session), consultantId: null, day: null, time: null }),
    chooseConsultant: (consultantId) => change({ consultantId, time: null }),
    chooseDay: (day) => change({ day, time: null }),
    // With the session that it is for: after another tab has booked that one, the address must not mean the next.
    chooseTime: (time, session) => change({ ...(session && nameOf(session)), time }, false),
    dropTime: () => change({ time: null }),
  }
}

function nameOf({ entitlementId, lineKey }: SessionName): SessionName {
  return { entitlementId, lineKey }
}

function withChanges(before: URLSearchParams, changes: Partial<Choice>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes) as [keyof Choice, string | null][]) {
    if (value === null) after.delete(names[name])
    else after.set(names[name], value)
  }
  return after
}

// An address may carry anything.
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isMoment(`${text}T00:00:00Z`)
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
