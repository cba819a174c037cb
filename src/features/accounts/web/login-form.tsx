import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useEarlyPress } from '#platform/web/early-press.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { useHydrated } from '#platform/web/hydrated.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { LateNote } from '#platform/web/ui/late-note.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type Challenge, login } from '../contract.ts'
import { logIn, logInByPasskey } from './queries.ts'
import { resetLoginError, useAuth } from './store.ts'

const Fields = bodyOf(login)

type LoginFormProps = {
  /** Known from the step before, such as registering. */
  email?: string
  onLoggedIn: (message: string) => void
  /** The password was right, and the second factor is asked for. */
  onChallenged: (challenge: Challenge) => void
}

export function LoginForm({ email, onLoggedIn, onChallenged }: LoginFormProps) {
  const { loading, error } = useAuth((state) => state.login)
  const early = useEarlyPress()
  const isHydrated = useHydrated()
  const [way, setWay] = useState<'password' | 'passkey'>('password')
  // No default values: what was typed or filled in before the page came alive stays.
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors } = form.formState

  useEffect(() => resetLoginError, [])
  useEffect(() => {
    // Whoever was faster than the page goes on with what they type, and where they are.
    const place = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : null
    if (!email || form.getValues('email') || place === 'email') return
    form.setValue('email', email)
    if (place === null) form.setFocus('password')
  }, [email, form])

  const submit = form.handleSubmit(async (body) => {
    setWay('password')
    const outcome = await logIn(body)
    if (outcome.state === 'done' && 'challenge' in outcome.value) return onChallenged(outcome.value)
    if (outcome.state === 'done') onLoggedIn(outcome.message)
    if (outcome.state !== 'failed') return
    notify.error(outcome.message)
    showFieldErrors(outcome.errors, ['email', 'password'], form.setError)
  })

  const enterByPasskey = async () => {
    setWay('passkey')
    const outcome = await logInByPasskey({ keepSignedIn: form.getValues('keepSignedIn') ?? false })
    if (outcome.state === 'done') onLoggedIn(outcome.message)
  }

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      {error ? <Alert tone="error">{error}</Alert> : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <CheckboxField
        label="Keep me signed in"
        hint="For 30 days. Not on a device that others use."
        {...form.register('keepSignedIn')}
      />
      <NeedsScript />
      <LateNote />
      <Button {...early.button} wide busy={loading && way === 'password'} busyLabel="Logging in…">
        Log in
      </Button>
      <Button
        variant="quiet"
        wide
        disabled={!isHydrated}
        busy={loading && way === 'passkey'}
        busyLabel="Waiting for your passkey…"
        onClick={enterByPasskey}
      >
        <KeyRound aria-hidden="true" className="size-5" />
        Log in with a passkey
      </Button>
    </form>
  )
}
