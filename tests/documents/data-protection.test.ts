import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobs } from '#app/server/jobs.ts'

const page = readFileSync('docs/operations/data-protection.md', 'utf8')

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 8)
  .map(([, subject = '', , , period = '', job = '', constant = '']) => ({ subject, period, job, constant }))

const documented = rows.flatMap(({ subject, period, constant }) => {
  const [, file = ''] = / in `([^`]+)`/.exec(constant) ?? []
  const names = [...constant.matchAll(/`([A-Z_a-z]+)`/g)].map(([, name = '']) => name)
  return names.map((name) => ({ subject, period, name, file }))
})

/**
 * The number in a constant or property: `RETENTION_DAYS = 90`, `session: { days: 90 }`, `MESSAGE_RETENTION = { months:
 * 36 }`.
 */
function readPeriod(file: string, name: string): string | undefined {
  const source = readFileSync(join('src', file), 'utf8')
  return new RegExp(`\\b${name}(?: =|:) (?:\\{ \\w+: )?(\\d+)`).exec(source)?.[1]
}

test.each(documented)('the table has the same period for "$subject" as $name in the code', ({ period, name, file }) => {
  const value = readPeriod(file, name)
  expect(value).toBeDefined()
  expect(period.match(/\d+/g)).toContain(value)
})

test('every period with a number names its constant in the code', () => {
  const unnamed = rows.filter(({ period, constant }) => /\d/.test(period) && constant === '')
  expect(unnamed.map(({ subject }) => subject)).toEqual([
    'log: network address, member id, request id of security events',
  ])
})

test('every purge job is in the table', () => {
  const jobs = globSync('src/**/server/**/purge-*.ts')
    .filter((file) => !file.includes('.test.'))
    .map((file) => file.replace('src/', ''))
  expect(jobs.length).toBeGreaterThan(8)
  const jobColumn = rows.map(({ job }) => job).join()
  expect(jobs.filter((file) => !jobColumn.includes(file))).toEqual([])
  expect(
    rows.flatMap((row) => row.job.match(/[\w/-]+\.ts/g) ?? []).filter((file) => !existsSync(join('src', file))),
  ).toEqual([])
})

test('expired data is purged within a day', () => {
  const purgeJobs = jobs.filter(({ name }) => /^purge-/.test(name))
  expect(purgeJobs.length).toBeGreaterThan(8)
  // Minute and hour may be anything; day, month and weekday must be "any".
  const lessThanDaily = purgeJobs.filter(({ cron = 'never' }) => !/^\S+ \S+ \* \* \*$/.test(cron))
  expect(lessThanDaily.map(({ name }) => name)).toEqual([])
})

test('the Privacy Policy states the same periods', () => {
  const policy = readFileSync('src/features/marketing/legal/web/privacy-sections.tsx', 'utf8').replaceAll(/\s+/g, ' ')
  const promises = [
    'Complaints, cancellations of contracts and our answers: six years',
    'contact page: twelve months',
    '36 months, or until you delete your account',
    '90 days after you’re logged out again',
    '180 days after you last logged in with it',
    'twelve months after you read them, and two years at most',
    '90 days after we send them',
    'seven days after they stop working',
    'six years after the package has ended',
  ]
  expect(promises.filter((promise) => !policy.includes(promise))).toEqual([])
})
