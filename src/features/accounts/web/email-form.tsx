import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { cancelEmailChange, type Profile, requestEmailChange } from '../contract/profile.ts'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'

/** The address and what becomes of it: it changes once a link is opened (PRODUCT D14). */
export function EmailForm({ profile }: { profile: Profile }) {
  const [pending, setPending] = useState(profile.pendingEmail)
  const [isOpen, setIsOpen] = useState(false)
  const [message, setMessage] = useState<string>()

  const section = useRef<HTMLElement>(null)

  // What was pressed goes away: a keyboard goes on from the section.
  const close = () => {
    setIsOpen(false)
    section.current?.focus()
  }
  const onAsked = (pendingEmail: string, text: string) => {
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
        <div className="min-w-0">
          <p className="font-medium">Email</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{profile.email}</span>
            <Badge tone={profile.emailVerified ? 'success' : 'warning'}>
              {profile.emailVerified ? 'Confirmed' : 'Not confirmed yet'}
            </Badge>
          </p>
        </div>
        {isOpen ? null : (
          <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
            Change email
          </Button>
        )}
      </div>
      {isOpen ? <NewAddress onAsked={onAsked} onClose={close} /> : null}
      <p role="status" className={message ? 'font-medium text-success' : 'sr-only'}>
        {message}
      </p>
      {pending ? <PendingAddress email={pending} onAsked={onAsked} onCancelled={onCancelled} /> : null}
    </section>
  )
}

const Fields = bodyOf(requestEmailChange)

type OnAsked = (pendingEmail: string, message: string) => void

function NewAddress({ onAsked, onClose }: { onAsked: OnAsked; onClose: () => void }) {
  const [problem, setProblem] = useState<string>()
  const { withIdentity, question } = useFreshIdentity()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors, isSubmitting } = form.formState

  useEffect(() => form.setFocus('email'), [form])

  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await withIdentity(() => attempt(requestEmailChange, { body }))
    if (ending === null) return
    if (ending.state === 'done') return onAsked(ending.value.pendingEmail, ending.message)
    const wrong = ending.reason?.startsWith('email-') ? { email: ending.message } : ending.errors
    if (!showFieldErrors(wrong, ['email'], form.setError)) setProblem(ending.message)
  })

  return (
    <>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        aria-label="Change email"
        className="grid gap-4 rounded-md border border-line p-4"
      >
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          inputMode="email"
          hint="We send a link there. Your present address stays until you have opened it."
          error={errors.email?.message}
          {...form.register('email')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="small" busy={isSubmitting} busyLabel="Sending…">
            Send the link
          </Button>
          <Button variant="quiet" size="small" onClick={onClose}>
            Not now
          </Button>
        </div>
      </form>
      {question}
    </>
  )
}

type PendingAddressProps = { email: string; onAsked: OnAsked; onCancelled: (message: string) => void }

function PendingAddress({ email, onAsked, onCancelled }: PendingAddressProps) {
  const [busy, setBusy] = useState<'again' | 'cancel'>()
  const [problem, setProblem] = useState<string>()
  const { withIdentity, question } = useFreshIdentity()

  const sendAgain = async () => {
    setBusy('again')
    setProblem(undefined)
    const ending = await withIdentity(() => attempt(requestEmailChange, { body: { email } }))
    setBusy(undefined)
    if (ending?.state === 'done') onAsked(ending.value.pendingEmail, ending.message)
    if (ending?.state === 'failed') setProblem(ending.message)
  }
  const cancel = async () => {
    setBusy('cancel')
    setProblem(undefined)
    const ending = await attempt(cancelEmailChange)
    setBusy(undefined)
    if (ending.state === 'done') onCancelled(ending.message)
    else setProblem(ending.message)
  }
  return (
    <>
      <Alert tone="info">
        <p>
          Your new address <span className="font-medium wrap-anywhere">{email}</span> waits for you to open the link
          that we sent there.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="quiet" size="small" busy={busy === 'again'} busyLabel="Sending…" onClick={sendAgain}>
            Send again
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
      {question}
    </>
  )
}
