import { zoneName } from '#platform/shared/local-time.ts'
import { type AvailabilityDraft, formatHours, weekdays } from './availability-draft.ts'
import { formatNotice } from './availability-settings-section.tsx'

/** Shows the availability as members will see it. */
export function AvailabilityPreviewSection({ draft, displayName }: { draft: AvailabilityDraft; displayName: string }) {
  const { week, timeZone, minimumNoticeMinutes, horizonDays, meetingUrl } = draft
  const openDays = weekdays
    .map((name, day) => ({ name, hours: formatHours(week[day] ?? []) }))
    .filter(({ hours }) => hours)
  if (openDays.length === 0)
    return (
      <p className="max-w-prose text-muted">
        Without hours of the week, members are offered times with {displayName} only on the single days that you enter.
      </p>
    )
  return (
    <div className="grid max-w-prose gap-4">
      <p>
        Members are offered times with {displayName} in these hours, {zoneName(timeZone)}, and read them in their own
        time zone:
      </p>
      <dl className="grid gap-2">
        {openDays.map(({ name, hours }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2">
            <dt>{name}</dt>
            <dd className="tabular-nums">{hours}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        {minimumNoticeMinutes === 0
          ? 'They can book up to the last minute'
          : `They book at least ${formatNotice(minimumNoticeMinutes)} before`}
        , and up to {horizonDays} days ahead.
        {meetingUrl.trim() ? '' : ' They see no link to a meeting room yet.'}
      </p>
    </div>
  )
}
