import { type KeyboardEvent, useRef, useState } from 'react'
import { Guardian } from '#features/accounts/profile/contract.ts'
import { formatAgo, formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { DAYS_TO_PAY, type GuardianRequest } from '../contract.ts'
import type { Age } from './use-age.ts'

type GuardianRequestFormProps = { age: Age; isLocked: boolean }

/** Shows a member under 18 the state of the guardian's consent. */
export function GuardianRequestForm({ age, isLocked }: GuardianRequestFormProps) {
  const [isChanging, setChanging] = useState(false)
  const request = age.guardian?.request ?? ({ state: 'none' } as const)
  const isAnswered = request.state === 'confirmed'
  const panel = useRef<HTMLDivElement>(null)
  useKeepFocus(panel, `${request.state} ${isChanging}`)
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-5 focus:outline-none">
      {isAnswered ? <Alert tone="success">Your parent or guardian has agreed. You can pay now.</Alert> : null}
      {request.state === 'refused' ? (
        <Alert tone="warning">
          Your parent or guardian didn’t agree, so you can’t buy this package. If they change their mind, you can ask
          them again.
        </Alert>
      ) : null}
      {request.state === 'waiting' && !isChanging ? (
        <Waiting age={age} request={request} isLocked={isLocked} onChangeAddress={() => setChanging(true)} />
      ) : isAnswered ? null : (
        <GuardianFields age={age} isLocked={isLocked} onRequested={() => setChanging(false)} />
      )}
    </div>
  )
}

type WaitingProps = GuardianRequestFormProps & {
  request: Extract<GuardianRequest, { state: 'waiting' }>
  onChangeAddress: () => void
}

function Waiting({ age, request, isLocked, onChangeAddress }: WaitingProps) {
  const checking = useAction()
  const resending = useAction()
  const ending = checking.ending ?? resending.ending
  const checkAnswer = async () => {
    resending.clear()
    await checking.run(age.refresh)
  }
  const resend = async () => {
    if (!age.guardian) return
    const { name, email } = age.guardian
    checking.clear()
    await resending.run(() => age.requestConsent({ name, email }))
  }

  return (
    <div className="grid gap-4">
      <Alert tone="info" title="Waiting for your parent or guardian">
        We emailed <span className="font-medium wrap-anywhere">{request.address}</span>{' '}
        {formatAgo(request.askedAt, new Date())}. They have until {formatDate(request.endsAt)} to reply. We’ll email you
        when they do, so you can close this page. You then have {DAYS_TO_PAY} days to pay.
      </Alert>
      {ending ? <Alert tone={ending.state === 'done' ? 'info' : 'error'}>{ending.message}</Alert> : null}
      <fieldset disabled={isLocked} aria-label="While you wait" className="flex flex-wrap gap-3">
        <Button variant="quiet" size="small" busy={checking.isBusy} onClick={checkAnswer}>
          Check for a reply
        </Button>
        <Button variant="quiet" size="small" busy={resending.isBusy} onClick={resend}>
          Resend email
        </Button>
        <Button variant="quiet" size="small" onClick={onChangeAddress}>
          Use a different email
        </Button>
      </fieldset>
    </div>
  )
}

/** Not a `form` element because it is inside the payment form. */
function GuardianFields({ age, isLocked, onRequested }: GuardianRequestFormProps & { onRequested: () => void }) {
  const [name, setName] = useState(age.guardian?.name ?? '')
  const [email, setEmail] = useState(age.guardian?.email ?? '')
  const { isBusy, errors, problem, run, fail } = useAction({ fields: ['name', 'email'] })

  const requestConsent = async () => {
    if (isBusy) return
    const { data: guardian, error } = Guardian.safeParse({ name, email })
    if (!guardian) return fail(validationErrors(error.issues))
    const ending = await run(() => age.requestConsent(guardian), onRequested)
    if (ending?.state === 'failed' && ending.reason === 'guardian-is-member') fail({ email: ending.message })
  }
  const requestOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void requestConsent()
  }

  return (
    <fieldset disabled={isLocked} className="grid gap-5">
      <legend className="mb-5 text-muted">
        A parent or guardian has to agree before you pay. We’ll email them the details of the package and its price, and
        add them to your profile. They’re then our customer, and the service is for you. You can pay with their card.
      </legend>
      <TextField
        label="Name of your parent or guardian"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={requestOnEnter}
        {...(errors.name && { error: errors.name })}
      />
      <TextField
        label="Their email"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        onKeyDown={requestOnEnter}
        {...(errors.email && { error: errors.email })}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button variant="secondary" busy={isBusy} busyLabel="Sending…" onClick={requestConsent}>
        Ask your parent or guardian
      </Button>
    </fieldset>
  )
}

function validationErrors(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}
