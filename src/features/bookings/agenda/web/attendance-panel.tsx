import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt, isAnswered } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { useAction } from '#platform/web/use-action.ts'
import { type AgendaBooking, type Attendance, CORRECTION_DAYS, markAttendance } from '../contract.ts'

/** Lets the consultant mark a session as held or missed, and correct this for some days afterwards. */
export function AttendancePanel({ booking }: { booking: Pick<AgendaBooking, 'id' | 'state' | 'memberName'> }) {
  const { id, state, memberName } = booking
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction<Attendance>({
    reload: (result) => (isAnswered(result) ? revalidate() : undefined),
  })
  const [isConfirming, setConfirming] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  useKeepFocus(panel, state)
  const send = (attendance: Attendance) => {
    setConfirming(false)
    return attempt(markAttendance, { params: { bookingId: id }, body: { attendance } })
  }
  const mark = (attendance: Attendance) => run(() => send(attendance), undefined, attendance)
  const choices = (['held', 'missed'] as const).filter((choice) => choice !== state)
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-3 focus:outline-none">
      <div className="flex flex-wrap items-center gap-3">
        <AttendanceBadge state={state} />
        {choices.map((choice) => (
          <Button
            key={choice}
            variant="quiet"
            size="small"
            busy={busy === choice}
            busyLabel="Saving…"
            onClick={() => (choice === 'missed' ? setConfirming(true) : mark(choice))}
          >
            {attendanceLabels[choice]} <span className="sr-only">with {memberName || 'a former member'}</span>
          </Button>
        ))}
      </div>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {isConfirming ? (
        <Dialog title="Mark this session as a no-show?" onClose={() => setConfirming(false)}>
          <p>
            The session will count as used even though it didn’t take place, and we’ll tell {memberName || 'the member'}
            . You can change this for up to {CORRECTION_DAYS} days.
          </p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              Cancel
            </Button>
            <Button variant="secondary" onClick={() => mark('missed')}>
              Mark as no-show
            </Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}

const attendanceLabels = { held: 'Mark as completed', missed: 'Mark as no-show' } satisfies Record<Attendance, string>

export function AttendanceBadge({ state }: { state: AgendaBooking['state'] }) {
  const { tone, text } = attendanceBadges[state]
  return text ? (
    <span>
      <Badge tone={tone}>{text}</Badge>
    </span>
  ) : null
}

const attendanceBadges = {
  booked: { tone: 'neutral', text: '' },
  held: { tone: 'success', text: 'Completed' },
  missed: { tone: 'warning', text: 'No-show' },
} satisfies Record<AgendaBooking['state'], { tone: BadgeTone; text: string }>

export function formatMemberName({ memberName }: Pick<AgendaBooking, 'memberName'>): string {
  return memberName || 'A former member'
}
