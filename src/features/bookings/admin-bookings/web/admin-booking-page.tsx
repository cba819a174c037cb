import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatPeriodWithZone } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { type Attempt, attempt, loaderOf } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { ReasonDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { MIN_DAYS_AFTER_CANCELLATION } from '../../cancellation/contract.ts'
import {
  type BookingLogEntry,
  type BookingRecord,
  cancelAnyBooking,
  DAYS_AFTER_RETURN,
  getBookingRecord,
  markAnyAttendance,
  returnSession,
} from '../contract.ts'
import { bookingStates, ParticipantLinks } from './bookings-day-section.tsx'

export const meta = privateMeta('Session')

export const clientLoader = loaderOf(getBookingRecord)

/** Administrator page for one session: its details, its log and the actions allowed now. */
export default function AdminBookingPage() {
  const booking = useLoaderData<typeof clientLoader>()
  const [action, setAction] = useState<BookingAction>()
  return (
    <>
      <BackLink to="/admin/bookings">All bookings</BackLink>
      <PageHeading title={booking.title} lead={booking.packageTitle} />
      <BookingCard booking={booking} onAction={setAction} />
      <BookingLog log={booking.log} />
      {action ? (
        <BookingActionDialog bookingId={booking.id} action={action} onClose={() => setAction(undefined)} />
      ) : null}
    </>
  )
}

type BookingCardProps = { booking: BookingRecord; onAction: (action: BookingAction) => void }

function BookingCard({ booking, onAction }: BookingCardProps) {
  const { member, consultant, place, phone, meetingUrl } = booking
  const { label, tone } = bookingStates[booking.state]
  const actions = actionsFor(booking)
  return (
    <Card className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        {booking.isReturned ? <Badge tone="success">Returned</Badge> : null}
        {booking.isForfeited ? <Badge tone="warning">Counts as used</Badge> : null}
      </p>
      <p className="font-medium">{formatPeriodWithZone(booking.startsAt, booking.endsAt, DEFAULT_TIME_ZONE)}</p>
      <p className="wrap-anywhere">
        <ParticipantLinks {...{ member, consultant }} withoutConsultant="with a former consultant" />,{' '}
        {place === 'phone' ? `by phone, ${phone}` : `online${meetingUrl ? `, ${meetingUrl}` : ''}`}
      </p>
      {booking.notes ? (
        <p className="max-w-prose wrap-anywhere whitespace-pre-line">
          <span className="block text-sm text-muted">Member’s notes</span>
          {booking.notes}
        </p>
      ) : null}
      {actions.length > 0 ? (
        <p className="flex flex-wrap gap-3">
          {actions.map(([name, label]) => (
            <Button key={name} variant="quiet" size="small" onClick={() => onAction(name)}>
              {label}
            </Button>
          ))}
        </p>
      ) : null}
    </Card>
  )
}

function BookingLog({ log }: Pick<BookingRecord, 'log'>) {
  return (
    <TitledCard title="History">
      <ol className="-my-3 divide-y divide-line">
        {log.map((entry) => (
          <li key={`${entry.at} ${entry.happened}`} className="py-3 wrap-anywhere">
            {describeLogEntry(entry)}
            <span className="block text-sm text-muted">{formatMoment(entry.at)}</span>
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}

/** Offers only the actions that the server would accept. */
function actionsFor({ canBeCancelled, canBeMarked, canBeReturned, state }: BookingRecord) {
  return [
    ...(canBeCancelled ? ([['cancel', 'Cancel this session']] as const) : []),
    ...(canBeMarked && state !== 'held' ? ([['held', 'Mark as completed']] as const) : []),
    ...(canBeMarked && state !== 'missed' ? ([['missed', 'Mark as no-show']] as const) : []),
    ...(canBeReturned ? ([['return', 'Return this session']] as const) : []),
  ]
}

function describeLogEntry({ happened, by, reason }: BookingLogEntry): string {
  const actor = by === 'system' ? ' automatically' : by ? ` by the ${by}` : ''
  const text = `${eventLabels[happened]}${actor}`
  return reason ? `${text}: ${reason}` : text
}

const eventLabels = {
  booked: 'Booked',
  moved: 'Moved to another time',
  cancelled: 'Cancelled',
  use: 'Deducted from the package',
  return: 'Returned to the package',
  forfeit: 'Counted as used',
  grant: 'Granted',
  extension: 'Package extended',
  expiry: 'Expired unused',
} satisfies Record<BookingLogEntry['happened'], string>

type BookingAction = 'cancel' | 'held' | 'missed' | 'return'

type BookingActionDialogProps = { bookingId: string; action: BookingAction; onClose: () => void }

/** Explains the action and asks for a reason before the administrator confirms it. */
function BookingActionDialog({ bookingId, action, onClose }: BookingActionDialogProps) {
  const { title, explanation, hint, confirmLabel } = actionTexts[action]
  return (
    <ReasonDialog
      title={title}
      act={confirmLabel}
      busyLabel="Saving…"
      variant={action === 'cancel' ? 'danger' : 'secondary'}
      {...(action === 'cancel' && { keep: 'Keep session' })}
      label="Reason"
      readBy={hint}
      maxLength={200}
      send={(reason) => send(action, bookingId, reason)}
      onClose={onClose}
    >
      <p>{explanation}</p>
    </ReasonDialog>
  )
}

function send(action: BookingAction, bookingId: string, reason: string): Promise<Attempt<unknown>> {
  const params = { bookingId }
  if (action === 'cancel') return attempt(cancelAnyBooking, { params, body: { reason } })
  if (action === 'return') return attempt(returnSession, { params, body: { reason } })
  return attempt(markAnyAttendance, { params, body: { attendance: action, reason } })
}

const memberReasonHint = 'The member will see it.'
const auditReasonHint = 'This will be recorded in the audit log.'

const actionTexts = {
  cancel: {
    title: 'Cancel this session?',
    explanation: `The member will get the session back, and their package will run for at least ${MIN_DAYS_AFTER_CANCELLATION} more days so they can book another time. We’ll tell the member and the consultant.`,
    hint: memberReasonHint,
    confirmLabel: 'Cancel session',
  },
  return: {
    title: 'Return this session?',
    explanation: `The session will no longer count as used, and the member’s package will run for at least ${DAYS_AFTER_RETURN} more days so they can book it again. We’ll tell them.`,
    hint: memberReasonHint,
    confirmLabel: 'Return session',
  },
  held: {
    title: 'Mark this session as completed?',
    explanation:
      'The session will count as used. If it was marked as a no-show, we’ll tell the member we’ve corrected that.',
    hint: auditReasonHint,
    confirmLabel: 'Mark as completed',
  },
  missed: {
    title: 'Mark this session as a no-show?',
    explanation: 'The session will count as used even though it didn’t take place. We’ll tell the member.',
    hint: auditReasonHint,
    confirmLabel: 'Mark as no-show',
  },
} satisfies Record<BookingAction, { title: string; explanation: string; hint: string; confirmLabel: string }>
