import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { type AgendaBooking, type Mark, markBooking } from '../contract/agenda.ts'

/** Was the session held? To be said once it has begun, and to be put right for some days. */
export function MarkPanel({ booking }: { booking: Pick<AgendaBooking, 'id' | 'state' | 'memberName'> }) {
  const { id, state, memberName } = booking
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<Mark>()
  const [problem, setProblem] = useState<string>()
  const panel = useRef<HTMLDivElement>(null)
  useKeepFocus(panel, state)
  const mark = async (wanted: Mark) => {
    if (busy) return
    setBusy(wanted)
    setProblem(undefined)
    const ending = await attempt(markBooking, { params: { bookingId: id }, body: { mark: wanted } })
    if (ending.state === 'failed') setProblem(ending.message)
    // Where no answer came, the page would not come either.
    if (ending.state === 'done' || ending.reason) await revalidate()
    setBusy(undefined)
  }
  const choices = (['held', 'missed'] as const).filter((choice) => choice !== state)
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-3 focus:outline-none">
      <div className="flex flex-wrap items-center gap-3">
        <MarkBadge state={state} />
        {choices.map((choice) => (
          <Button
            key={choice}
            variant="quiet"
            size="small"
            busy={busy === choice}
            busyLabel="Saving…"
            onClick={() => mark(choice)}
          >
            {words[choice]} <span className="sr-only">with {memberName || 'a former member'}</span>
          </Button>
        ))}
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </div>
  )
}

const words = { held: 'It was held', missed: 'It was missed' } satisfies Record<Mark, string>

export function MarkBadge({ state }: { state: AgendaBooking['state'] }) {
  const { tone, text } = marks[state]
  return text ? (
    <span>
      <Badge tone={tone}>{text}</Badge>
    </span>
  ) : null
}

const marks = {
  booked: { tone: 'neutral', text: '' },
  held: { tone: 'success', text: 'Held' },
  missed: { tone: 'warning', text: 'Missed' },
} satisfies Record<AgendaBooking['state'], { tone: BadgeTone; text: string }>
