import { dayInZone } from '#platform/shared/local-time.ts'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import type { BookableSession } from '../contract.ts'

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

/** Why a session cannot be booked now; null where it can. */
export function obstacleInWords({ obstacle, earlierTitle }: BookableSession): string | null {
  if (obstacle === null) return null
  const sentences = {
    'none-left': 'You have booked or used all of these.',
    'one-is-open': 'You have booked one already. You can book the next one when it is over.',
    'earlier-session-first': `Please book this one first: ${earlierTitle ?? 'the earlier session'}.`,
    'package-ended': 'This package has ended.',
  } satisfies Record<NonNullable<BookableSession['obstacle']>, string>
  return sentences[obstacle]
}

function leftInWords({ left, until }: BookableSession, timeZone: string): string {
  const count = left === null ? 'As many as you like, one at a time' : `${left} left`
  return `${count}, until ${dayInZone(until, timeZone)}`
}

function keyOf({ entitlementId, lineKey }: BookableSession): string {
  return `${entitlementId}:${lineKey}`
}
