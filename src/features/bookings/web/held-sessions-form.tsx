import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import type { OfferedSession } from '../contract/availability.ts'
import { type ConsultantRecord, saveHeldSessions } from '../contract/consultant.ts'
import { sessionKey } from '../rules/availability-draft.ts'

type HeldSessionsFormProps = {
  consultantId: string
  /** Which availability was read: whoever has changed it since is not overwritten. */
  version: number
  held: NonNullable<ConsultantRecord['availability']>['sessions']
  offered: OfferedSession[]
}

/** Which sessions of their services somebody holds: every one, or some of them. */
export function HeldSessionsForm({ consultantId, version, held, offered }: HeldSessionsFormProps) {
  const { revalidate } = useRevalidator()
  const [holdsAll, setHoldsAll] = useState(held === null)
  const [chosen, setChosen] = useState(() => new Set((held ?? offered).map(sessionKey)))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const toggle = (key: string, isHeld: boolean) => {
    const next = new Set(chosen)
    if (isHeld) next.add(key)
    else next.delete(key)
    setChosen(next)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const some = offered.filter((session) => chosen.has(sessionKey(session)))
    if (!holdsAll && some.length === 0) return setProblem('Please choose at least one session')
    setBusy(true)
    setProblem(undefined)
    const sessions = holdsAll ? null : some.map(({ packageId, lineKey }) => ({ packageId, lineKey }))
    const ending = await attempt(saveHeldSessions, { params: { consultantId }, body: { version, sessions } })
    setBusy(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    notify.success(ending.message)
    await revalidate()
  }
  return (
    <form noValidate onSubmit={save} className="grid gap-5">
      <CheckboxField
        label="Every session of their services"
        hint="Also of packages that are added later."
        checked={holdsAll}
        onChange={({ target }) => setHoldsAll(target.checked)}
      />
      {holdsAll ? null : (
        <fieldset className="grid gap-3">
          <legend className="mb-3 font-medium">Only these</legend>
          {offered.map((session) => (
            <CheckboxField
              key={sessionKey(session)}
              label={`${session.packageTitle}: ${session.title}, ${session.minutes} minutes`}
              checked={chosen.has(sessionKey(session))}
              onChange={({ target }) => toggle(sessionKey(session), target.checked)}
            />
          ))}
        </fieldset>
      )}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" busy={isBusy} busyLabel="Saving…" className="justify-self-start">
        Save the sessions
      </Button>
    </form>
  )
}
