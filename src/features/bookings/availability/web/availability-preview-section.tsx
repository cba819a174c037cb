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
        There are no weekly hours, so members can only book {displayName} on individual days that have their own hours.
      </p>
    )
  return (
    <div className="grid max-w-prose gap-4">
      <p>
        Members can book {displayName} during these hours ({zoneName(timeZone)}). They’ll see times in their own time
        zone.
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
          ? `They can book up to ${horizonDays} days ahead, and right up to the start time.`
          : `They can book between ${formatNotice(minimumNoticeMinutes)} and ${horizonDays} days ahead.`}
        {meetingUrl.trim() ? '' : ' They can’t see a meeting link yet.'}
      </p>
    </div>
  )
}
