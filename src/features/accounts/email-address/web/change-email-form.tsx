import { useEffect, useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import type { Profile } from '../../profile/contract.ts'
import { cancelEmailChange, requestEmailChange } from '../contract.ts'

/** The address changes only when the member opens a link (PRODUCT D14). */
export function ChangeEmailForm({ profile }: { profile: Profile }) {
  const [pending, setPending] = useState(profile.pendingEmail)
  const [isOpen, setIsOpen] = useState(false)
  const [message, setMessage] = useState<string>()

  const section = useRef<HTMLElement>(null)

  // The pressed button disappears, so move the keyboard focus to the section.
  const close = () => {
    setIsOpen(false)
    section.current?.focus()
  }
  const onRequested = (pendingEmail: string, text: string) => {
    setPending(pendingEmail)
    setMessage(text)
    close()
  }
  const onCancelled = (text: string) => {
    setPending(null)
    setMessage(text)
    close()
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="Email" className="grid gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{profile.email}</span>
          <Badge tone={profile.emailVerified ? 'success' : 'warning'}>
            {profile.emailVerified ? 'Confirmed' : 'Not confirmed yet'}
          </Badge>
        </p>
        {isOpen ? null : (
          <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
            Change email
          </Button>
        )}
      </div>
      {isOpen ? <NewAddressForm onRequested={onRequested} onClose={close} /> : null}
      <p role="status" className={message ? 'font-medium text-success' : 'sr-only'}>
        {message}
      </p>
      {pending ? <PendingAddress email={pending} onRequested={onRequested} onCancelled={onCancelled} /> : null}
    </section>
  )
}

type OnRequested = (pendingEmail: string, message: string) => void

function NewAddressForm({ onRequested, onClose }: { onRequested: OnRequested; onClose: () => void }) {
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(bodyOf(requestEmailChange), {
    fields: ['email'],
    refusals: { 'email-taken': 'email', 'email-unchanged': 'email', 'email-of-guardian': 'email' },
    send: (body) => attempt(requestEmailChange, { body }),
    onDone: ({ pendingEmail }, message) => onRequested(pendingEmail, message),
  })

  useEffect(() => form.setFocus('email'), [form])

  return (
    <Form onSubmit={submit} aria-label="Change email" className="grid gap-4 rounded-md border border-line p-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="We’ll send a link to this address. Until you open the link, we’ll keep using your current address."
        {...field('email')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={isSubmitting} busyLabel="Sending…">
          Send the link
        </Button>
        <Button variant="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

type PendingAddressProps = { email: string; onRequested: OnRequested; onCancelled: (message: string) => void }

function PendingAddress({ email, onRequested, onCancelled }: PendingAddressProps) {
  const { busy, problem, run } = useAction<'resend' | 'cancel'>()
  const resend = () =>
    run(
      () => attempt(requestEmailChange, { body: { email } }),
      ({ pendingEmail }, message) => onRequested(pendingEmail, message),
      'resend',
    )
  const cancel = () =>
    run(
      () => attempt(cancelEmailChange),
      (_, message) => onCancelled(message),
      'cancel',
    )
  return (
    <Alert tone="info">
      <p>
        To change your address, open the link we sent to <span className="font-medium wrap-anywhere">{email}</span>.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="quiet" size="small" busy={busy === 'resend'} busyLabel="Sending…" onClick={resend}>
          Send the link again
        </Button>
        <Button variant="quiet" size="small" busy={busy === 'cancel'} busyLabel="Cancelling…" onClick={cancel}>
          Cancel the change
        </Button>
      </div>
      {problem ? (
        <p role="alert" className="mt-3 font-medium text-danger">
          {problem}
        </p>
      ) : null}
    </Alert>
  )
}
