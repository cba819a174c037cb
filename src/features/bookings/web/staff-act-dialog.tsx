import { type FormEvent, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { DAYS_AFTER_CANCELLING } from '../contract/agenda.ts'
import { DAYS_AFTER_RETURN, returnBooking } from '../contract/return.ts'
import { cancelAnyBooking, markAnyBooking } from '../contract/staff.ts'

export type BookingAct = 'cancel' | 'held' | 'missed' | 'return'

type StaffActDialogProps = { bookingId: string; act: BookingAct; onClose: () => void; onDone: () => void }

/** What an administrator does with a session: what it means is said before, and why it is done is asked. */
export function StaffActDialog({ bookingId, act, onClose, onDone }: StaffActDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { title, meaning, hint, yes } = acts[act]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isMissing = reason.trim() === ''
    setError(isMissing ? 'Please say why' : undefined)
    if (isMissing) return
    setBusy(true)
    setProblem(undefined)
    const ending = await send(act, bookingId, reason)
    setBusy(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    notify.success(ending.message)
    onDone()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p>{meaning}</p>
        <TextArea
          label="Reason"
          hint={hint}
          rows={3}
          maxLength={200}
          value={reason}
          error={error}
          onChange={({ target }) => setReason(target.value)}
        />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" variant={act === 'cancel' ? 'danger' : 'secondary'} busy={isBusy} busyLabel="Saving…">
            {yes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function send(act: BookingAct, bookingId: string, reason: string) {
  const params = { bookingId }
  if (act === 'cancel') return attempt(cancelAnyBooking, { params, body: { reason } })
  if (act === 'return') return attempt(returnBooking, { params, body: { reason } })
  return attempt(markAnyBooking, { params, body: { mark: act, reason } })
}

const memberReads = 'The member reads it.'
const staffReads = 'It is kept in the audit log.'

const acts = {
  cancel: {
    title: 'Cancel this session?',
    meaning: `It is the member’s again, and their package runs for ${DAYS_AFTER_CANCELLING} days at least to book another time. Member and consultant are told.`,
    hint: memberReads,
    yes: 'Cancel the session',
  },
  return: {
    title: 'Give this session back?',
    meaning: `It counts as used no more, and the member’s package runs for ${DAYS_AFTER_RETURN} days at least to use it. They are told.`,
    hint: memberReads,
    yes: 'Give it back',
  },
  held: {
    title: 'Was this session held?',
    meaning: 'It counts as used. If it was marked as missed, its member is told that this is put right.',
    hint: staffReads,
    yes: 'It was held',
  },
  missed: {
    title: 'Was this session missed?',
    meaning: 'It counts as used although it was not held. Its member is told.',
    hint: staffReads,
    yes: 'It was missed',
  },
} satisfies Record<BookingAct, { title: string; meaning: string; hint: string; yes: string }>
