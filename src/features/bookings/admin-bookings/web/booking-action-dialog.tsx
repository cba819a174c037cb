import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { ReasonDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { MIN_DAYS_AFTER_CANCELLATION } from '../../cancellation/contract.ts'
import { cancelAnyBooking, DAYS_AFTER_RETURN, markAnyAttendance, returnSession } from '../contract.ts'

export type BookingAction = 'cancel' | 'held' | 'missed' | 'return'

type BookingActionDialogProps = { bookingId: string; action: BookingAction; onClose: () => void }

/** Explains the action and asks for a reason before the administrator confirms it. */
export function BookingActionDialog({ bookingId, action, onClose }: BookingActionDialogProps) {
  const { title, explanation, hint, confirmLabel } = actionTexts[action]
  return (
    <ReasonDialog
      title={title}
      act={confirmLabel}
      busyLabel="Saving…"
      variant={action === 'cancel' ? 'danger' : 'secondary'}
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

const memberReasonHint = 'The member reads it.'
const auditReasonHint = 'It is kept in the audit log.'

const actionTexts = {
  cancel: {
    title: 'Cancel this session?',
    explanation: `It is the member’s again, and their package runs for ${MIN_DAYS_AFTER_CANCELLATION} days at least to book another time. Member and consultant are told.`,
    hint: memberReasonHint,
    confirmLabel: 'Cancel the session',
  },
  return: {
    title: 'Give this session back?',
    explanation: `It counts as used no more, and the member’s package runs for ${DAYS_AFTER_RETURN} days at least to use it. They are told.`,
    hint: memberReasonHint,
    confirmLabel: 'Give it back',
  },
  held: {
    title: 'Was this session held?',
    explanation: 'It counts as used. If it was marked as missed, its member is told that this is put right.',
    hint: auditReasonHint,
    confirmLabel: 'It was held',
  },
  missed: {
    title: 'Was this session missed?',
    explanation: 'It counts as used although it was not held. Its member is told.',
    hint: auditReasonHint,
    confirmLabel: 'It was missed',
  },
} satisfies Record<BookingAction, { title: string; explanation: string; hint: string; confirmLabel: string }>
