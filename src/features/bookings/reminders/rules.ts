import { HOUR_MS } from '#platform/shared/durations.ts'

/** Warnings for a package that still has sessions to book. */
export type PackageEndReminder = 'half' | 'ending'

/** Two days for a one-week package, and proportionally more for a longer one. */
const LAST_FRACTION = 2 / 7

/**
 * Returns the warning that is due now, depending on the package's length. A one-week package gets warnings after three
 * and a half days and 48 hours before it ends. If the job runs late, only the later warning is sent.
 */
export function duePackageEndReminder(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): PackageEndReminder | undefined {
  const length = endsAt.getTime() - startsAt.getTime()
  const remaining = endsAt.getTime() - now.getTime()
  if (remaining <= 0) return undefined
  if (remaining <= length * LAST_FRACTION) return 'ending'
  return remaining <= length / 2 ? 'half' : undefined
}

/** Each warning is sent once. An extended package has a new end date, so it gets a new final warning. */
export function packageEndEventKey({ id, endsAt }: { id: string; endsAt: Date }, warning: PackageEndReminder): string {
  return warning === 'half' ? `package-halfway:${id}` : `package-ending:${id}:${endsAt.toISOString()}`
}

/** How long before a session the member and the consultant are reminded. */
export const Reminders = ['24h', '1h'] as const
export type Reminder = (typeof Reminders)[number]

const leadTimes = { '24h': 24 * HOUR_MS, '1h': HOUR_MS } satisfies Record<Reminder, number>

/** No reminder is sent earlier than this, in milliseconds before the session. */
export const FIRST_REMINDER_MS = leadTimes['24h']

/**
 * Returns the reminder that is due now. If the job runs late, only the later reminder is sent. Its text says "within",
 * so it is true until the session starts. A member who chose the slot after the reminder was due does not need it.
 * @param chosenAt when the member last booked or moved the session
 */
export function dueReminder(session: { startsAt: Date; chosenAt: Date; now: Date }): Reminder | undefined {
  const { startsAt, chosenAt, now } = session
  const remaining = startsAt.getTime() - now.getTime()
  if (remaining <= 0) return undefined
  const due = remaining <= leadTimes['1h'] ? '1h' : '24h'
  const dueAt = startsAt.getTime() - leadTimes[due]
  return dueAt <= now.getTime() && chosenAt.getTime() <= dueAt ? due : undefined
}

/** Each reminder is sent once. A moved session has a new sequence number, so it gets new reminders. */
export function reminderEventKey({ id, sequence }: { id: string; sequence: number }, reminder: Reminder): string {
  return `session-reminder:${id}:${sequence}:${reminder}`
}
