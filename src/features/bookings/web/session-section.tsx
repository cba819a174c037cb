import { dayInZone } from '#platform/shared/local-time.ts'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import type { BookableSession } from '../contract.ts'
import { obstacleInWords } from '../rules/obstacle.ts'

type SessionSectionProps = {
  sessions: BookableSession[]
  chosen: BookableSession | undefined
  timeZone: string
  onChoose: (session: BookableSession) => void
}

/** Which session to book. Those that cannot be say why. */
export function SessionSection({ sessions, chosen, timeZone, onChoose }: SessionSectionProps) {
  return (
    <RadioGroup
      legend="Which session?"
      name="session"
      value={chosen ? keyOf(chosen) : null}
      choices={sessions.map((session) => ({
        value: keyOf(session),
        label: `${session.title}, ${session.minutes} minutes`,
        hint: (
          <>
            <span className="block">{session.packageTitle}</span>
            <span className="block">{obstacleInWords(session) ?? leftInWords(session, timeZone)}</span>
          </>
        ),
        disabled: session.obstacle !== null,
      }))}
      onChange={(key) => {
        const session = sessions.find((one) => keyOf(one) === key)
        if (session) onChoose(session)
      }}
    />
  )
}

function leftInWords({ left, until }: BookableSession, timeZone: string): string {
  const count = left === null ? 'As many as you like, one at a time' : `${left} left`
  return `${count}, until ${dayInZone(until, timeZone)}`
}

function keyOf({ entitlementId, lineKey }: BookableSession): string {
  return `${entitlementId}:${lineKey}`
}
