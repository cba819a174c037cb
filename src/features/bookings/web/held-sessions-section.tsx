import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import type { OfferedSession } from '../contract/availability.ts'
import { sessionKey } from '../rules/availability-draft.ts'
import type { AvailabilitySectionProps } from './week-hours-section.tsx'

type HeldSessionsProps = AvailabilitySectionProps & { offered: OfferedSession[] }

/** Every session of one's services, or only those that are chosen. */
export function HeldSessions({ draft, errors, onChange, offered }: HeldSessionsProps) {
  const { holdsEverySession, sessions } = draft
  const packages = [...Map.groupBy(offered, ({ packageTitle }) => packageTitle)]
  const toggle = (key: string) =>
    onChange({ sessions: sessions.includes(key) ? sessions.filter((other) => other !== key) : [...sessions, key] })
  return (
    <div className="grid gap-5">
      <CheckboxField
        label="Every session of my services"
        hint="Those of packages to come as well."
        checked={holdsEverySession}
        onChange={() => onChange({ holdsEverySession: !holdsEverySession })}
      />
      {holdsEverySession ? null : (
        <div className="grid gap-6 sm:grid-cols-2">
          {packages.map(([title, own]) => (
            <fieldset key={title} className="grid content-start gap-3">
              <legend className="mb-3 font-semibold">{title}</legend>
              {own.map((session) => (
                <CheckboxField
                  key={sessionKey(session)}
                  label={`${session.title}, ${session.minutes} minutes`}
                  checked={sessions.includes(sessionKey(session))}
                  aria-invalid={errors.sessions ? true : undefined}
                  onChange={() => toggle(sessionKey(session))}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {errors.sessions && !holdsEverySession ? (
        <p role="alert" className="text-sm font-medium text-danger">
          {errors.sessions}
        </p>
      ) : null}
    </div>
  )
}
