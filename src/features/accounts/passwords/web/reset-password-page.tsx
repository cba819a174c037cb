import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useEarlySubmit } from '#platform/web/hydration.ts'
import { WithLinkToken } from '#platform/web/link-token.tsx'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useReturnAddress, withReturnAddress } from '../../login/web/return-address.ts'
import { resetPasswordReset, useAuth } from '../../web/auth-store.ts'
import { LINK_MISSING, NewPasswordWithConfirmation, passwordMismatch, passwordsMatch } from '../contract.ts'
import { NewPasswordFields, weakPasswordField } from './new-password-fields.tsx'
import { setPasswordByLink } from './queries.ts'

export const meta = privateMeta('Set a new password')

/** SPEC §4, in milliseconds. */
const LOGIN_REDIRECT_MS = 2_000

export default function ResetPasswordPage() {
  return (
    <>
      <h1 className="mb-8 text-3xl sm:text-4xl">Set a new password</h1>
      <WithLinkToken page="/reset-password">{(token) => <ResetPassword token={token} />}</WithLinkToken>
    </>
  )
}

function ResetPassword({ token }: { token: string }) {
  const isDone = useAuth((state) => state.resetPasswordSuccess)
  const from = useReturnAddress()
  const [linkProblem, setLinkProblem] = useState(token ? undefined : LINK_MISSING)
  useEffect(() => resetPasswordReset, [])

  return (
    <>
      {isDone ? <ResetDone loginAddress={withReturnAddress('/login', from)} /> : null}
      {!isDone && linkProblem ? (
        <LinkExpired message={linkProblem} newLinkAddress={withReturnAddress('/forgot-password', from)} />
      ) : null}
      {!isDone && !linkProblem ? <ResetPasswordForm token={token} onLinkInvalid={setLinkProblem} /> : null}
    </>
  )
}

function LinkExpired({ message, newLinkAddress }: { message: string; newLinkAddress: string }) {
  return (
    <>
      <Alert tone="error">{message}</Alert>
      <ButtonLink to={newLinkAddress} className="mt-8">
        Get a new link
      </ButtonLink>
    </>
  )
}

function ResetDone({ loginAddress }: { loginAddress: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(loginAddress), LOGIN_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [loginAddress, navigate])
  return (
    <>
      <Alert tone="success">Your password has been reset successfully. You can now log in.</Alert>
      <ButtonLink to={loginAddress} className="mt-8">
        Log in
      </ButtonLink>
    </>
  )
}

const Fields = NewPasswordWithConfirmation.refine(passwordsMatch, passwordMismatch)

type ResetPasswordFormProps = { token: string; onLinkInvalid: (message: string) => void }

function ResetPasswordForm({ token, onLinkInvalid }: ResetPasswordFormProps) {
  const loading = useAuth((state) => state.resetPassword.loading)
  const early = useEarlySubmit()
  const { form, errors, problem, submit } = useEndpointForm(Fields, {
    fields: ['password', 'confirmPassword'],
    refusals: weakPasswordField,
    send: (body) => setPasswordByLink({ ...body, token }),
    onDone: (_, message) => notify.success(message),
    onFailed: ({ reason, message }) => {
      notify.error(message)
      if (reason === 'link-invalid') onLinkInvalid(message)
    },
  })
  const typed = useWatch({ control: form.control, name: 'password' })

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <NewPasswordFields
        label="New password"
        owner="unknown"
        password={form.register('password', { deps: ['confirmPassword'] })}
        confirmPassword={form.register('confirmPassword')}
        typed={typed ?? ''}
        errors={errors}
      />
      <NoScriptNote />
      <SlowPageNote />
      <Button {...early.button} wide busy={loading} busyLabel="Saving…">
        Set new password
      </Button>
    </form>
  )
}
