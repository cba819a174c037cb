/** How long before a session its people are reminded of it. */
export const Reminders = ['24h', '1h'] as const
export type Reminder = (typeof Reminders)[number]

const HOUR = 3_600_000
const before = { '24h': 24 * HOUR, '1h': HOUR } satisfies Record<Reminder, number>

/** Earlier than that nobody is reminded. */
export const FIRST_REMINDER_MS = before['24h']

/**
 * Which reminder a session is due for. The later one replaces the one before, however late the work is done: each says
 * "within", which is true until the session begins. Whoever chose the time after that moment knows it.
 * @param chosenAt when this time was chosen, by booking or moving
 */
export function dueReminder({
  startsAt,
  chosenAt,
  now,
}: {
  startsAt: Date
  chosenAt: Date
  now: Date
}): Reminder | undefined {
  const left = startsAt.getTime() - now.getTime()
  if (left <= 0) return undefined
  const due = left <= before['1h'] ? '1h' : '24h'
  const dueAt = startsAt.getTime() - before[due]
  return dueAt <= now.getTime() && chosenAt.getTime() <= dueAt ? due : undefined
}

/** What a reminder is about, once ever: a session that is moved has others. */
export function reminderReason({ id, sequence }: { id: string; sequence: number }, reminder: Reminder): string {
  return `session-reminder:${id}:${sequence}:${reminder}`
}
