import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
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
  const token = useLinkToken()
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

/** Whoever looks at the address, the history or the page's next requests does not find the token of the link. */
function useLinkToken(): string {
  const { token } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [kept] = useState(token ?? '')
  useEffect(() => {
    if (token) void navigate({ pathname: '/reset-password', search }, { replace: true, preventScrollReset: true })
  }, [token, search, navigate])
  return kept
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
