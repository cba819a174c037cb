import { KeyRound } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { LazyPanel } from '#platform/web/ui/lazy-panel.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { logInByPasskey } from '../../login/web/queries.ts'
import { PasswordStrengthHint } from '../../passwords/web/new-password-fields.tsx'
import { useAuth } from '../../web/auth-store.ts'
import type { BuyerAccount, FieldName } from './use-buyer-account.ts'

type FieldProps = {
  name: FieldName
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (event: { target: { value: string } }) => void
}

type AccountSectionProps = { account: BuyerAccount; isUnder18: boolean; isLocked: boolean; onEdit: () => void }

/** A visitor's details, from which an account is opened with the order. Members log in here instead. */
export function AccountSection({ account, isUnder18, isLocked, onEdit }: AccountSectionProps) {
  const { kind, fields, problems } = account
  const field = (name: FieldName): FieldProps => ({
    name,
    value: fields[name],
    error: problems[name],
    disabled: isLocked,
    onChange: ({ target }: { target: { value: string } }) => {
      account.change(name, target.value)
      onEdit()
    },
  })
  const email = <EmailField {...field('email')} />
  if (kind === 'existing') return <ExistingAccount account={account} isLocked={isLocked} field={field} />
  return (
    <div className="grid gap-5">
      <p>
        Already have an account? <LinkButton onClick={() => account.changeKind('existing')}>Log in</LinkButton>
      </p>
      <p className="text-sm text-muted">
        Enter the details of the person who’ll use the package. Someone else can pay with their card.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-3 gap-y-5">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      {email}
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={<PasswordStrengthHint owner="member" password={problems.password ? '' : fields.password} />}
        {...field('password')}
      />
      <div className="grid gap-3 text-sm">
        <p className="text-muted">
          We’ll open an account for you, under our{' '}
          <a href="/terms" target="_blank" rel="noreferrer" className="link">
            Terms of Service (opens in a new tab)
          </a>
          .{isUnder18 ? null : ' We may email you about services like this one.'}
        </p>
        {isUnder18 ? null : (
          <CheckboxField
            label="Don’t send me news or offers"
            name="withoutMarketing"
            checked={account.withoutMarketing}
            disabled={isLocked}
            onChange={({ target }) => account.refuseMarketing(target.checked)}
          />
        )}
      </div>
    </div>
  )
}

function EmailField(field: FieldProps) {
  return <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field} />
}

type ExistingAccountProps = { account: BuyerAccount; isLocked: boolean; field: (name: FieldName) => FieldProps }

/** Logging in before paying shows the member's saved cards and own terms. Pay also logs in. */
function ExistingAccount({ account, isLocked, field }: ExistingAccountProps) {
  const { isBusy, problem, run } = useAction()
  const logIn = () => {
    if (account.check()) void run(() => account.open({ isUnder18: false }))
  }
  const logInOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    logIn()
  }
  const hasFieldProblem = Object.keys(account.problems).length > 0
  return (
    <div className="grid gap-5">
      <p>
        New here? <LinkButton onClick={() => account.changeKind('new')}>Create an account</LinkButton>
      </p>
      <EmailField {...field('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        onKeyDown={logInOnEnter}
        {...field('password')}
      />
      {problem && !hasFieldProblem ? <Alert tone="error">{problem}</Alert> : null}
      <Button variant="secondary" wide disabled={isLocked} busy={isBusy} busyLabel="Logging in…" onClick={logIn}>
        Log in
      </Button>
      <PasskeyButton isLocked={isLocked} />
      <a href="/forgot-password" target="_blank" rel="noreferrer" className="link w-fit">
        Forgot your password? (opens in a new tab)
      </a>
    </div>
  )
}

function PasskeyButton({ isLocked }: { isLocked: boolean }) {
  const { loading, error } = useAuth(({ login: state }) => state)
  return (
    <div className="grid gap-2">
      <Button
        variant="quiet"
        wide
        disabled={isLocked}
        busy={loading}
        busyLabel="Waiting for your passkey…"
        onClick={() => void logInByPasskey({ keepSignedIn: false })}
      >
        <KeyRound aria-hidden="true" className="size-5" />
        Log in with a passkey
      </Button>
      {error ? <p className="text-danger">{error}</p> : null}
    </div>
  )
}

// Loaded on demand, because most members never need it.
const loadSecondFactorForm = () => import('../../login/web/second-factor-form.tsx')

/** The second step of a login at the checkout. Not inside the payment form, because it is a form itself. */
export function SecondStepDialog({ account: { challenge, endChallenge } }: { account: BuyerAccount }) {
  if (!challenge) return null
  return (
    <Dialog title="Log in" onClose={endChallenge}>
      <LazyPanel load={loadSecondFactorForm} waiting={<Spinner label="Loading the next step" className="size-10" />}>
        {({ default: SecondFactorForm }) => (
          <SecondFactorForm challenge={challenge} onLoggedIn={endChallenge} onBack={endChallenge} />
        )}
      </LazyPanel>
    </Dialog>
  )
}
