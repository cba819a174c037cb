import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { bodyOf } from '#platform/web/form.ts'
import { useEarlySubmit, useHydrated } from '#platform/web/hydration.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { LazyPanel } from '#platform/web/ui/lazy-panel.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { resetLoginError, useAuth } from '../../web/auth-store.ts'
import { useMember } from '../../web/public.tsx'
import { type Challenge, login } from '../contract.ts'
import { RedirectWhenLoggedIn, showOnLanding } from './logged-in-panel.tsx'
import { logIn, logInByPasskey } from './queries.ts'
import { useReturnAddress, withReturnAddress } from './return-address.ts'

/** Tells the root layout that this page needs no script before it is used. */
export const handle = { startsOnUse: true }

export const meta = privateMeta('Log in')

// Loaded on demand, because most members never need it.
const loadSecondFactorForm = () => import('./second-factor-form.tsx')

const ArrivalState = z.object({ email: z.string() })

export default function LoginPage() {
  const from = useReturnAddress()
  const arrival = ArrivalState.safeParse(useLocation().state)
  const [challenge, setChallenge] = useState<Challenge>()
  const member = useMember()
  if (member) return <RedirectWhenLoggedIn role={member.role} from={from} />

  const showSuccess = (message: string) => showOnLanding(message, from)
  if (challenge) {
    return (
      <LazyPanel load={loadSecondFactorForm} waiting={<Spinner label="Loading the next step" className="size-10" />}>
        {({ default: SecondFactorForm }) => (
          <SecondFactorForm challenge={challenge} onLoggedIn={showSuccess} onBack={() => setChallenge(undefined)} />
        )}
      </LazyPanel>
    )
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Welcome back</h1>
      <p className="mt-3 mb-8 text-muted">Log in to your packages, bookings and reports.</p>
      <LoginForm email={arrival.data?.email} onLoggedIn={showSuccess} onChallenged={setChallenge} />
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

type LoginFormProps = {
  /** Known from an earlier step, such as registration. */
  email?: string
  onLoggedIn: (message: string) => void
  /** Called if the password was right and a second factor is needed. */
  onChallenged: (challenge: Challenge) => void
}

export function LoginForm({ email, onLoggedIn, onChallenged }: LoginFormProps) {
  const { loading, error } = useAuth((state) => state.login)
  const early = useEarlySubmit()
  const isHydrated = useHydrated()
  const [method, setMethod] = useState<'password' | 'passkey'>('password')
  // No default values, because they would replace what was typed or autofilled before hydration.
  const { form, field, submit } = useEndpointForm(bodyOf(login), {
    fields: ['email', 'password'],
    send: (body) => {
      setMethod('password')
      return logIn(body)
    },
    onDone: (value, message) => ('challenge' in value ? onChallenged(value) : onLoggedIn(message)),
    onFailed: ({ message }) => notify.error(message),
  })

  useEffect(() => resetLoginError, [])
  useEffect(() => {
    // The user may have started typing before hydration, so keep their input and their focus.
    const focusedField = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : null
    if (!email || form.getValues('email') || focusedField === 'email') return
    form.setValue('email', email)
    if (focusedField === null) form.setFocus('password')
  }, [email, form])

  const submitPasskey = async () => {
    setMethod('passkey')
    const outcome = await logInByPasskey({ keepSignedIn: form.getValues('keepSignedIn') ?? false })
    if (outcome.state === 'done') onLoggedIn(outcome.message)
  }

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      {error ? <Alert tone="error">{error}</Alert> : null}
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
      <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
      <CheckboxField
        label="Keep me signed in"
        hint="For 30 days. Don’t tick this on a shared device."
        {...field('keepSignedIn')}
      />
      <NoScriptNote />
      <SlowPageNote />
      <Button {...early.button} wide busy={loading && method === 'password'} busyLabel="Logging in…">
        Log in
      </Button>
      <Button
        variant="quiet"
        wide
        disabled={!isHydrated}
        busy={loading && method === 'passkey'}
        busyLabel="Waiting for your passkey…"
        onClick={submitPasskey}
      >
        <KeyRound aria-hidden="true" className="size-5" />
        Log in with a passkey
      </Button>
    </form>
  )
}
