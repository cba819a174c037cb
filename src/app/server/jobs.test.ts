import { expect, test } from 'vitest'
import { jobHandlers, jobs, jobsByBusinessClock } from './jobs.ts'

const names = (items: { name: string }[]) => items.map(({ name }) => name)

test('job names are unique', () => {
  expect(names(jobs)).toEqual([...new Set(names(jobs))])
  expect(jobs.length).toBeGreaterThanOrEqual(40)
})

test('only the jobs that depend on the business clock are due when it moves', () => {
  expect(names(jobsByBusinessClock)).toEqual([
    'reconcile-payments',
    'reconcile-subscriptions',
    'compare-payments',
    'remind-unfinished-payments',
    'remind-renewals',
    'send-session-reminders',
    'warn-package-ending',
    'release-sessions',
    'send-missing-confirmations',
    'expire-sessions',
    'notify-package-dates',
  ])
  expect(jobsByBusinessClock.filter(({ clock }) => clock !== 'business')).toEqual([])
})

test('the sandbox clock does not affect logins, messages or emails', async () => {
  expect(names(jobs.filter(({ clock }) => clock === 'real'))).toEqual([
    'send-email',
    'send-newsletter',
    'notify-waiting',
    'purge-conversations',
    'purge-messages',
    'purge-logins',
    'remove-factors-reported-lost',
    'send-password-link',
    'purge-notifications',
    'check-audit-log',
    'purge-emails',
    'purge-attempts',
    'seal-data',
  ])
  const [now, realNow] = [() => new Date('2030-01-01'), () => new Date('2026-01-01')]
  const purgeTimes: Date[] = []
  const limits = {
    async deleteExpired(at: Date) {
      purgeTimes.push(at)
      return 0
    },
  }
  const handlers = jobHandlers({ now, realNow, limits } as unknown as Parameters<typeof jobHandlers>[0])
  await handlers.find(({ queue }) => queue.name === 'purge-attempts')?.handle({} as never)
  expect(purgeTimes).toEqual([realNow()])
})

test("sessions booked with an ended package are released before the package's remaining sessions expire", () => {
  expect(names(jobs).indexOf('release-sessions')).toBeLessThan(names(jobs).indexOf('expire-sessions'))
})
