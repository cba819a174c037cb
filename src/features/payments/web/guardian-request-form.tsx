import { type KeyboardEvent, useRef, useState } from 'react'
import { Guardian } from '#features/accounts/contract/profile.ts'
import { formatAgo, formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { GuardianRequest } from '../contract/guardian.ts'
import type { Age } from './use-age.ts'

type Panel = { age: Age; isLocked: boolean }

/** What a member under 18 needs before paying, as far as it has come. */
export function GuardianAnswer({ age, isLocked }: Panel) {
  const [isChanging, setChanging] = useState(false)
  const request = age.guardian?.request ?? { state: 'none' }
  const answer = useRef<HTMLDivElement>(null)
  useKeepFocus(answer, `${request.state} ${isChanging}`)
  return (
    <div ref={answer} tabIndex={-1} className="grid gap-5 focus:outline-none">
      <Standing age={age} isLocked={isLocked} request={request} isChanging={isChanging} onChange={setChanging} />
    </div>
  )
}

type StandingProps = Panel & { request: GuardianRequest; isChanging: boolean; onChange: (isChanging: boolean) => void }

function Standing({ age, isLocked, request, isChanging, onChange }: StandingProps) {
  if (request.state === 'confirmed') {
    return <Alert tone="success">Your parent or guardian has agreed. You can pay now.</Alert>
  }
  if (request.state === 'waiting' && !isChanging) {
    return <Waiting age={age} request={request} isLocked={isLocked} onChangeAddress={() => onChange(true)} />
  }
  return (
    <>
      {request.state === 'refused' ? (
        <Alert tone="warning">
          Your parent or guardian did not agree, so you cannot buy this package. If they change their mind, you can ask
          them again.
        </Alert>
      ) : null}
      <GuardianForm age={age} isLocked={isLocked} onAsked={() => onChange(false)} />
    </>
  )
}

type WaitingProps = Panel & { request: Extract<GuardianRequest, { state: 'waiting' }>; onChangeAddress: () => void }

function Waiting({ age, request, isLocked, onChangeAddress }: WaitingProps) {
  const [pressed, setPressed] = useState<'look' | 'resend'>()
  const [news, setNews] = useState<{ tone: 'info' | 'error'; text: string }>()

  const look = async () => {
    setPressed('look')
    await age.look()
    // Where the answer is there, this panel is not any more.
    setNews({ tone: 'info', text: 'They have not answered yet.' })
    setPressed(undefined)
  }
  const resend = async () => {
    if (!age.guardian) return
    setPressed('resend')
    const { name, email } = age.guardian
    const { state, message } = await age.ask({ name, email })
    setNews({ tone: state === 'done' ? 'info' : 'error', text: message })
    setPressed(undefined)
  }

  return (
    <div className="grid gap-4">
      <Alert tone="info" title="We are waiting for your parent or guardian">
        We wrote to <span className="font-medium wrap-anywhere">{request.address}</span>{' '}
        {formatAgo(request.askedAt, new Date())}. They can answer until {formatDate(request.endsAt)}. We email you when
        they do.
      </Alert>
      {news ? <Alert tone={news.tone}>{news.text}</Alert> : null}
      <fieldset disabled={isLocked} aria-label="While you wait" className="flex flex-wrap gap-3">
        <Button variant="quiet" size="small" busy={pressed === 'look'} onClick={look}>
          Look for their answer
        </Button>
        <Button variant="quiet" size="small" busy={pressed === 'resend'} onClick={resend}>
          Send it again
        </Button>
        <Button variant="quiet" size="small" onClick={onChangeAddress}>
          Use another address
        </Button>
      </fieldset>
    </div>
  )
}

/** No form of its own: it stands in the one that pays. */
function GuardianForm({ age, isLocked, onAsked }: Panel & { onAsked: () => void }) {
  const [name, setName] = useState(age.guardian?.name ?? '')
  const [email, setEmail] = useState(age.guardian?.email ?? '')
  const [isAsking, setAsking] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()

  const ask = async () => {
    if (isAsking) return
    setProblem(undefined)
    const typed = Guardian.safeParse({ name, email })
    setErrors(typed.success ? {} : sentencesOf(typed.error.issues))
    if (!typed.success) return
    setAsking(true)
    const ending = await age.ask(typed.data)
    setAsking(false)
    if (ending.state === 'done') return onAsked()
    if (ending.reason === 'guardian-is-member') setErrors({ email: ending.message })
    else setProblem(ending.message)
  }
  const askByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void ask()
  }

  return (
    <fieldset disabled={isLocked} className="grid gap-5">
      <legend className="mb-5 text-muted">
        A parent or guardian has to agree before you pay. We send them an email with the package and its price, and note
        them in your profile.
      </legend>
      <TextField
        label="Name of your parent or guardian"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={askByEnter}
        {...(errors.name && { error: errors.name })}
      />
      <TextField
        label="Their email"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        onKeyDown={askByEnter}
        {...(errors.email && { error: errors.email })}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button variant="secondary" busy={isAsking} busyLabel="Sending…" onClick={ask}>
        Ask your guardian
      </Button>
    </fieldset>
  )
}

function sentencesOf(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}
