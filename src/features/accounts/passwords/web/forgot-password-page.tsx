import { useEffect, useRef } from 'react'
import { bodyOf } from '#platform/web/form.ts'
import { useEarlySubmit } from '#platform/web/hydration.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useReturnAddress, withReturnAddress } from '../../login/web/return-address.ts'
import { resetForgotPassword, useAuth } from '../../web/auth-store.ts'
import { forgotPassword } from '../contract.ts'
import { requestPasswordLink } from './queries.ts'

export const meta = privateMeta('Forgot your password?')

export const handle = { startsOnUse: true }

export default function ForgotPasswordPage() {
  const from = useReturnAddress()
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Forgot your password?</h1>
      <p className="mt-3 mb-8 text-muted">
        Enter your account’s email address and we’ll send you a link to set a new password.
      </p>
      <ForgotPasswordForm from={from} />
      <p className="mt-8 border-t border-line pt-6">
        <Link to={withReturnAddress('/login', from)} className="link font-medium">
          Back to login
        </Link>
      </p>
    </>
  )
}

const Fields = bodyOf(forgotPassword).omit({ from: true })

/** @param from the page to return to, which is passed on in the emailed link */
function ForgotPasswordForm({ from }: { from: string | null }) {
  const loading = useAuth((state) => state.forgotPassword.loading)
  const error = useAuth((state) => state.login.error)
  const isSent = useAuth((state) => state.forgotPasswordSuccess)
  const early = useEarlySubmit()
  const { field, submit } = useEndpointForm(Fields, {
    fields: ['email'],
    send: ({ email }) => requestPasswordLink({ email, ...(from && { from }) }),
    onDone: (_, message) => notify.success(message),
    onFailed: ({ message }) => notify.error(message),
  })

  useEffect(() => {
    resetForgotPassword()
    return resetForgotPassword
  }, [])

  return (
    <>
      {isSent ? <LinkSentNotice /> : null}
      <form {...early.form} method="post" noValidate onSubmit={submit}>
        {/* Disabled after sending, or the address would look as if it could still be changed. */}
        <fieldset disabled={isSent} className="grid gap-5">
          {error ? <Alert tone="error">{error}</Alert> : null}
          <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
          <NoScriptNote />
          <SlowPageNote />
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

function LinkSentNotice() {
  const notice = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so move the keyboard focus to the result.
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="mb-6 rounded-md">
      <Alert tone="success">
        <p>If an account exists with this email, you will receive instructions to reset your password shortly.</p>
        <p className="mt-2">The link works for 60 minutes. If nothing arrives, check your spam folder.</p>
      </Alert>
    </div>
  )
}
