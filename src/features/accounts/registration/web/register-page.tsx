import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { bodyOf } from '#platform/web/form.ts'
import { useEarlySubmit } from '#platform/web/hydration.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { RedirectWhenLoggedIn, showOnLanding } from '../../login/web/logged-in-panel.tsx'
import { useReturnAddress, withReturnAddress } from '../../login/web/return-address.ts'
import { PasswordConfirmation, passwordMismatch, passwordsMatch } from '../../passwords/contract.ts'
import { NewPasswordFields, weakPasswordField } from '../../passwords/web/new-password-fields.tsx'
import { sanitiseMobileNumber } from '../../profile/rules.ts'
import { MobileField } from '../../profile/web/mobile-field.tsx'
import { type ActionResult, runAuthAction } from '../../web/auth-actions.ts'
import { resetRegistration, storeLogin, useAuth } from '../../web/auth-store.ts'
import { useMember } from '../../web/public.tsx'
import { register } from '../contract.ts'

export const handle = { startsOnUse: true }

export const meta = privateMeta('Create your account')

export default function RegisterPage() {
  const from = useReturnAddress()
  const member = useMember()
  const loginAddress = withReturnAddress('/login', from)
  useEffect(() => resetRegistration, [])
  if (member) return <RedirectWhenLoggedIn role={member.role} from={from} />

  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Create your account</h1>
      <p className="mt-3 mb-8 text-muted">
        Already have an account?{' '}
        <Link to={loginAddress} className="link font-medium text-ink">
          Log in
        </Link>
      </p>
      <RegisterForm onRegistered={(message) => showOnLanding(message, from)} />
      <p className="mt-6 text-sm text-muted">
        By creating an account you agree to our{' '}
        <Link to="/terms" className="link">
          Terms of Service
        </Link>
        . Our{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>{' '}
        explains how we use your data.
      </p>
    </>
  )
}

const Body = bodyOf(register)

/** Unlike the request body, the form asks for the password twice and reverses the marketing choice. */
const Fields = Body.omit({ marketing: true })
  .extend({
    // Text that was typed or autofilled before hydration has not been sanitised yet.
    mobile: z.string().transform(sanitiseMobileNumber).pipe(Body.shape.mobile),
    confirmPassword: PasswordConfirmation,
    withoutMarketing: z.boolean().default(false),
  })
  .refine(passwordsMatch, passwordMismatch)

type RegisterFormProps = { onRegistered: (message: string) => void }

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const loading = useAuth((state) => state.register.loading)
  const early = useEarlySubmit()
  const { form, field, errors, problem, submit } = useEndpointForm(Fields, {
    fields: ['firstName', 'lastName', 'email', 'mobile', 'password'],
    refusals: { ...weakPasswordField, 'email-taken': 'email' },
    send: ({ confirmPassword: _, withoutMarketing, ...person }) =>
      registerMember({ ...person, marketing: !withoutMarketing }),
    onDone: (_, message) => onRegistered(message),
    onFailed: ({ message }) => notify.error(message),
  })
  const password = useWatch({ control: form.control, name: 'password' })

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
      <MobileField error={errors.mobile?.message} field={form.register('mobile')} />
      <NewPasswordFields
        label="Password"
        owner="member"
        password={form.register('password', { deps: ['confirmPassword'] })}
        confirmPassword={form.register('confirmPassword')}
        typed={password ?? ''}
        errors={errors}
      />
      <div className="grid gap-3 rounded-md border border-line bg-surface p-4 text-sm">
        <p className="text-muted">
          Once you’ve bought from us, we may email you about services like the ones you chose. Every email lets you
          unsubscribe with one click.
        </p>
        <CheckboxField label="Don’t send me news or offers" {...field('withoutMarketing')} />
      </div>
      <NoScriptNote />
      <SlowPageNote />
      <Button {...early.button} wide busy={loading} busyLabel="Creating your account…">
        Create account
      </Button>
    </form>
  )
}

function registerMember(body: InputOf<typeof register>['body']): Promise<ActionResult<unknown>> {
  return runAuthAction('register', register, (signal) => call(register, { body }, { signal }), storeLogin)
}
