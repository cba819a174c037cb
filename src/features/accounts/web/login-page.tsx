import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { needsFullLoad, replacePage } from '#platform/web/leave.ts'
import { leaveNotice } from '#platform/web/notice.ts'
import { PageSpinner, Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import type { Challenge } from '../contract.ts'
import { LoginForm } from './login-form.tsx'
import { useMember } from './public.tsx'
import { useReturnAddress, withReturnAddress } from './return-address.ts'

export function meta() {
  return [{ title: 'Log in' }, { name: 'robots', content: 'noindex' }]
}

// Most people never see it: it comes when it is asked for.
const SecondFactorForm = lazy(() => import('./second-factor-form.tsx'))

const ArrivalState = z.object({ email: z.string() })

export default function LoginPage() {
  const { from, target } = useReturnAddress()
  const arrival = ArrivalState.safeParse(useLocation().state)
  const [challenge, setChallenge] = useState<Challenge>()
  const member = useMember()
  if (member) return <GoOn to={target} />

  const greet = (message: string) => {
    if (needsFullLoad(target)) leaveNotice({ tone: 'success', text: message })
    else notify.success(message)
  }
  if (challenge) {
    return (
      <Suspense fallback={<Spinner label="Loading the next step" className="size-10" />}>
        <SecondFactorForm challenge={challenge} onLoggedIn={greet} onBack={() => setChallenge(undefined)} />
      </Suspense>
    )
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Welcome back</h1>
      <p className="mt-3 mb-8 text-muted">Log in to your packages, bookings and reports.</p>
      <LoginForm email={arrival.data?.email} onLoggedIn={greet} onChallenged={setChallenge} />
      <p className="mt-5 text-center">
        <Link to={withReturnAddress('/forgot-password', from)} className="link font-medium">
          Forgot your password?
        </Link>
      </p>
      <p className="mt-8 border-t border-line pt-6">
        New here?{' '}
        <Link to={withReturnAddress('/register', from)} className="link font-medium">
          Create your account
        </Link>
      </p>
    </>
  )
}

/** Whoever is logged in has nothing to do here, and does not come back here by the back button. */
function GoOn({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (needsFullLoad(to)) replacePage(to)
    else void navigate(to, { replace: true })
  }, [to, navigate])
  return <PageSpinner label="You are logged in" />
}
