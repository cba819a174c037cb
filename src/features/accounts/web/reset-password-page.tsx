import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLinkToken } from '#platform/web/link-token.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { LINK_MISSING } from '../contract/password.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { useReturnAddress, withReturnAddress } from './return-address.ts'
import { resetPasswordReset, useAuth } from './store.ts'

export function meta() {
  return [{ title: 'Set a new password' }, { name: 'robots', content: 'noindex' }]
}

/** SPEC §4, in milliseconds. */
const UNTIL_LOGIN = 2_000

export default function ResetPasswordPage() {
  const token = useLinkToken('/reset-password')
  const isDone = useAuth((state) => state.resetPasswordSuccess)
  const { from } = useReturnAddress()
  const [linkProblem, setLinkProblem] = useState(token ? undefined : LINK_MISSING)
  useEffect(() => resetPasswordReset, [])

  return (
    <>
      <h1 className="mb-8 text-3xl sm:text-4xl">Set a new password</h1>
      {isDone ? <Done loginAddress={withReturnAddress('/login', from)} /> : null}
      {!isDone && linkProblem ? (
        <LinkOver message={linkProblem} newLinkAddress={withReturnAddress('/forgot-password', from)} />
      ) : null}
      {!isDone && !linkProblem ? <ResetPasswordForm token={token} onLinkOver={setLinkProblem} /> : null}
    </>
  )
}

function LinkOver({ message, newLinkAddress }: { message: string; newLinkAddress: string }) {
  return (
    <>
      <Alert tone="error">{message}</Alert>
      <ButtonLink to={newLinkAddress} className="mt-8">
        Send me a new link
      </ButtonLink>
    </>
  )
}

function Done({ loginAddress }: { loginAddress: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(loginAddress), UNTIL_LOGIN)
    return () => clearTimeout(timer)
  }, [loginAddress, navigate])
  return (
    <>
      <Alert tone="success">Your password has been reset successfully. Now log in with it.</Alert>
      <ButtonLink to={loginAddress} className="mt-8">
        Log in
      </ButtonLink>
    </>
  )
}
