import { dayInZone } from '#platform/shared/local-time.ts'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import type { BookableSession } from '../contract.ts'
import { describeBlocker, toSessionKey } from '../rules.ts'

type SessionSectionProps = {
  sessions: BookableSession[]
  chosen: BookableSession | undefined
  timeZone: string
  onChoose: (session: BookableSession) => void
}

/** Lets the member choose a session. Those that cannot be booked say why. */
export function SessionSection({ sessions, chosen, timeZone, onChoose }: SessionSectionProps) {
  return (
    <RadioGroup
      legend="Which session?"
      name="session"
      value={chosen ? toSessionKey(chosen) : null}
      choices={sessions.map((session) => ({
        value: toSessionKey(session),
        label: `${session.title}, ${session.minutes} minutes`,
        hint: (
          <>
            <span className="block">{session.packageTitle}</span>
            <span className="block">{describeBlocker(session) ?? describeRemaining(session, timeZone)}</span>
          </>
        ),
        disabled: session.blocker !== null,
      }))}
      onChange={(key) => {
        const session = sessions.find((candidate) => toSessionKey(candidate) === key)
        if (session) onChoose(session)
      }}
    />
  )
}

function describeRemaining({ left, until }: BookableSession, timeZone: string): string {
  const count = left === null ? 'As many as you like, one at a time' : `${left} left`
  return `${count}, until ${dayInZone(until, timeZone)}`
}
