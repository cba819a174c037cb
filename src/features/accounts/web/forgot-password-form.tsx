import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useEarlyPress } from '#platform/web/early-press.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LateNote } from '#platform/web/ui/late-note.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { forgotPassword } from '../contract/password.ts'
import { askForPasswordLink } from './queries.ts'
import { resetForgotPassword, useAuth } from './store.ts'

const Fields = bodyOf(forgotPassword).omit({ from: true })

/** @param from the place to come back to, which the link in the mail leads on to */
export function ForgotPasswordForm({ from }: { from: string | null }) {
  const loading = useAuth((state) => state.forgotPassword.loading)
  const error = useAuth((state) => state.login.error)
  const isSent = useAuth((state) => state.forgotPasswordSuccess)
  const early = useEarlyPress()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors } = form.formState

  useEffect(() => {
    resetForgotPassword()
    return resetForgotPassword
  }, [])

  const submit = form.handleSubmit(async ({ email }) => {
    const outcome = await askForPasswordLink({ email, ...(from && { from }) })
    if (outcome.state === 'done') notify.success(outcome.message)
    if (outcome.state !== 'failed') return
    notify.error(outcome.message)
    showFieldErrors(outcome.errors, ['email'], form.setError)
  })

  return (
    <>
      {isSent ? <Sent /> : null}
      <form {...early.form} method="post" noValidate onSubmit={submit}>
        {/* What was sent cannot be edited any more: it would look as if it could still be changed. */}
        <fieldset disabled={isSent} className="grid gap-5">
          {error ? <Alert tone="error">{error}</Alert> : null}
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            inputMode="email"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <NeedsScript />
          <LateNote />
          {isSent ? null : (
            <Button {...early.button} wide busy={loading} busyLabel="Sending…">
              Send me a link
            </Button>
          )}
        </fieldset>
      </form>
      {isSent ? (
        <Button variant="quiet" wide className="mt-5" onClick={resetForgotPassword}>
          Use another email address
        </Button>
      ) : null}
    </>
  )
}

function Sent() {
  const notice = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone: a keyboard goes on from what came of it.
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="mb-6 rounded-md">
      <Alert tone="success">
        <p>If an account exists with this email, you will receive instructions to reset your password shortly.</p>
        <p className="mt-2">The link works for 60 minutes. If nothing arrives, please look among your spam.</p>
      </Alert>
    </div>
  )
}
