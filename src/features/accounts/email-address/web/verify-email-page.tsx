import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '#platform/web/call.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { refreshMember } from '../../sessions/web/queries.ts'
import { getMember, isLoggedIn, useAuth } from '../../web/auth-store.ts'
import { useMember } from '../../web/public.tsx'
import { verifyEmail } from '../contract.ts'
import { maskAddress } from '../rules.ts'
import { ResendLink } from './confirm-email-banner.tsx'

export const meta = privateMeta('Confirm your email address')

type Verification =
  | { state: 'checking' }
  | { state: 'confirmed'; address: string; wasVerified: boolean; isNew: boolean; isOtherAccount: boolean }
  | { state: 'failed'; message: string }

export default function VerifyEmailPage() {
  const verification = useVerification()
  const member = useMember()
  return (
    <>
      <h1 className="mb-8 text-3xl sm:text-4xl">Confirm your email address</h1>
      <VerificationResult verification={verification} />
      {verification.state === 'failed' && member && !member.emailVerified ? <ResendLink /> : null}
      {verification.state === 'checking' ? null : (
        <ButtonLink to={member ? '/portal/dashboard' : '/login'} className="mt-8">
          {member ? 'Go to your dashboard' : 'Log in'}
        </ButtonLink>
      )}
    </>
  )
}

function VerificationResult({ verification }: { verification: Verification }) {
  if (verification.state === 'confirmed') return <Confirmed {...verification} />
  if (verification.state === 'failed') return <Alert tone="error">{verification.message}</Alert>
  return (
    <>
      <p className="flex items-center gap-3 noscript:hidden">
        <Spinner /> Checking your link…
      </p>
      <NoScriptNote />
    </>
  )
}

function Confirmed({ address, wasVerified, isNew, isOtherAccount }: Extract<Verification, { state: 'confirmed' }>) {
  return (
    <Alert tone="success">
      {isOtherAccount ? 'The' : 'Your'} email address <span className="font-medium wrap-anywhere">{address}</span> is{' '}
      {wasVerified ? 'already confirmed' : 'confirmed'}.{isNew ? ' Use it to log in from now on.' : ''}
      {isOtherAccount ? ' It belongs to a different account from the one you’re logged in to.' : ''}
    </Alert>
  )
}

/** A link works once, so send its token once and keep the token out of the address bar and the history. */
function useVerification(): Verification {
  const { search } = useLocation()
  const navigate = useNavigate()
  const hasStarted = useRef(false)
  const [verification, setVerification] = useState<Verification>({ state: 'checking' })

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const token = new URLSearchParams(search).get('token')
    if (token) void navigate('/verify-email', { replace: true, preventScrollReset: true })
    verify(token ?? '').then(setVerification)
  }, [search, navigate])
  return verification
}

async function verify(token: string): Promise<Verification> {
  try {
    const answer = await call(verifyEmail, { body: { token } })
    if (answer.refused === 'invalid-input') return { state: 'failed', message: LINK_INCOMPLETE }
    if (answer.refused) return { state: 'failed', message: answer.message }
    return { state: 'confirmed', ...answer.value, isOtherAccount: await belongsToOtherAccount(answer.value.address) }
  } catch (error) {
    return { state: 'failed', message: error instanceof CallFailed ? error.message : UNKNOWN_ERROR }
  }
}

const LINK_INCOMPLETE = 'This link isn’t complete. Open the whole link from our email.'

/**
 * True if the confirmed address belongs to an account other than the one logged in here. Also refreshes the member's
 * details, which hides the banner.
 */
async function belongsToOtherAccount(address: string): Promise<boolean> {
  if (!isLoggedIn(useAuth.getState())) return false
  const isFresh = await refreshMember().then(
    () => true,
    () => false,
  )
  const member = getMember(useAuth.getState())
  if (!member) return false
  // Different addresses can look alike when masked, so also check that this member is now verified.
  return maskAddress(member.email) !== address || (isFresh && !member.emailVerified)
}
