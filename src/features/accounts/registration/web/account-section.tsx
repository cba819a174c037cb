import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { type Attempt, attempt, type Failed } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { LazyPanel } from '#platform/web/ui/lazy-panel.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { User } from '../../contract.ts'
import { type Challenge, login } from '../../login/contract.ts'
import { logInByPasskey } from '../../login/web/queries.ts'
import { PasswordStrengthHint, weakPasswordField } from '../../passwords/web/new-password-fields.tsx'
import { getMember, type Login, storeLogin, useAuth } from '../../web/auth-store.ts'
import { openAccount } from '../contract.ts'

const emptyFields = { firstName: '', lastName: '', email: '', password: '' }
type FieldName = keyof typeof emptyFields
type Problems = Partial<Record<FieldName, string>>

const schemas = { new: bodyOf(openAccount), existing: bodyOf(login) }

/** The field that shows each refusal. */
const refusedFields: Partial<Record<string, FieldName>> = {
  ...weakPasswordField,
  'email-taken': 'email',
  'wrong-credentials': 'password',
}

/** Members under 18 get no marketing unless they ask for it in their profile (PRODUCT D24). */
type Opening = { isUnder18: boolean; signal?: AbortSignal }

export type BuyerAccount = ReturnType<typeof useBuyerAccount>

/**
 * The account of the buyer: the member who is logged in, or one that is opened or logged in to with the order.
 * @param draft what a visitor had typed before the page was reloaded
 */
export function useBuyerAccount(draft?: Omit<typeof emptyFields, 'password'>) {
  const member = useAuth(getMember)
  const [kind, setKind] = useState<'new' | 'existing'>('new')
  const [fields, setFields] = useState({ ...emptyFields, ...draft })
  const [withoutMarketing, setWithoutMarketing] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [challenge, setChallenge] = useState<Challenge>()

  const { email, password } = fields
  const bodies = { new: { ...fields, marketing: !withoutMarketing }, existing: { email, password } }
  const send = ({ isUnder18, signal }: Opening) =>
    kind === 'new'
      ? attempt(openAccount, { body: { ...bodies.new, marketing: bodies.new.marketing && !isUnder18 } }, { signal })
      : attempt(login, { body: bodies.existing }, { signal })

  // The buyer has not said so, and may only have mistyped the address.
  const [isAssumed, setAssumed] = useState(false)
  const showExisting = () => {
    setAssumed(kind === 'new')
    setKind('existing')
  }
  const showRefusal = (failed: Failed) => {
    const field = refusedFields[failed.reason ?? '']
    setProblems(field ? { [field]: failed.message } : (failed.errors ?? {}))
    if (failed.reason === 'wrong-credentials') showExisting()
    return failed
  }
  const admit = (admission: Login | Challenge): Attempt<User> => {
    if ('token' in admission) {
      storeLogin(admission)
      return { state: 'done', value: admission.user, message: '' }
    }
    setChallenge(admission)
    return { state: 'failed', message: 'Log in with your second step, then try again.' }
  }
  const open = async (opening: Opening): Promise<Attempt<User>> => {
    if (member) return { state: 'done', value: member, message: '' }
    const ending = await send(opening)
    return ending.state === 'failed' ? showRefusal(ending) : admit(ending.value)
  }

  return {
    /** The name and email address to show: those typed so far, unless the buyer is logged in. */
    customer: member ?? { ...fields, mobile: '' },
    memberId: member?.id ?? null,
    kind,
    fields,
    withoutMarketing,
    problems,
    challenge,
    changeKind: (changed: typeof kind) => {
      setAssumed(false)
      setKind(changed)
      setProblems({})
    },
    change: (name: FieldName, value: string) => {
      if (name === 'email' && isAssumed) {
        setKind('new')
        setAssumed(false)
      }
      setFields((current) => ({ ...current, [name]: value }))
      setProblems(({ [name]: _, ...others }) => others)
    },
    refuseMarketing: setWithoutMarketing,
    endChallenge: () => setChallenge(undefined),
    /** @returns false if a field is invalid; its error is then shown next to it */
    check: () => {
      const error = member ? undefined : schemas[kind].safeParse(bodies[kind]).error
      setProblems(error ? firstMessages(error) : {})
      return error === undefined
    },
    open,
  }
}

function firstMessages({ issues }: z.ZodError): Problems {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}

type AccountSectionProps = { account: BuyerAccount; isUnder18: boolean; isLocked: boolean; onEdit: () => void }

/** A visitor's details, from which an account is opened with the order. Members log in here instead. */
export function AccountSection({ account, isUnder18, isLocked, onEdit }: AccountSectionProps) {
  const { kind, fields, problems } = account
  const field = (name: FieldName) => ({
    name,
    value: fields[name],
    error: problems[name],
    disabled: isLocked,
    onChange: ({ target }: { target: { value: string } }) => {
      account.change(name, target.value)
      onEdit()
    },
  })
  const email = <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...field('email')} />
  if (kind === 'existing') {
    return (
      <div className="grid gap-5">
        <p>
          New here? <LinkButton onClick={() => account.changeKind('new')}>Create an account</LinkButton>
        </p>
        {email}
        <TextField label="Password" type="password" autoComplete="current-password" {...field('password')} />
        <PasskeyButton isLocked={isLocked} />
        <a href="/forgot-password" target="_blank" rel="noreferrer" className="link w-fit">
          Forgot your password? (opens in a new tab)
        </a>
      </div>
    )
  }
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
