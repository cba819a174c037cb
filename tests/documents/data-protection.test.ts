import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobs } from '#app/server/job-handlers.ts'

const page = readFileSync('docs/operations/data-protection.md', 'utf8')

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 8)
  .map(([, what = '', , , span = '', means = '', constant = '']) => ({ what, span, means, constant }))

const named = rows.flatMap(({ what, span, constant }) => {
  const [, file = ''] = / in `([^`]+)`/.exec(constant) ?? []
  const names = [...constant.matchAll(/`([A-Z_a-z]+)`/g)].map(([, name = '']) => name)
  return names.map((name) => ({ what, span, name, file }))
})

/** Of a constant or of a member of a table: `DAYS_KEPT = 90`, `session: { days: 90 }`, `KEPT = { months: 36 }`. */
function figureOf(file: string, name: string): string | undefined {
  const source = readFileSync(join('src', file), 'utf8')
  return new RegExp(`\\b${name}(?: =|:) (?:\\{ \\w+: )?(\\d+)`).exec(source)?.[1]
}

test.each(named)('of "$what" the table says for how long as the code does: $name', ({ span, name, file }) => {
  const value = figureOf(file, name)
  expect(value).toBeDefined()
  expect(span.match(/\d+/g)).toContain(value)
})

test('every span of the table that has a number names the constant that it comes from', () => {
  const loose = rows.filter(({ span, constant }) => /\d/.test(span) && constant === '')
  expect(loose.map(({ what }) => what)).toEqual(['log: network address, member id, request id of security events'])
})

test('everything that is forgotten by the clock stands in the table', () => {
  const jobs = globSync('src/**/forget-*.ts')
    .filter((file) => !file.includes('.test.') && !file.endsWith('forget-customer.ts'))
    .map((file) => file.replace('src/', ''))
  const means = rows.map((row) => row.means).join()
  expect(jobs.filter((file) => !means.includes(file))).toEqual([])
  expect(
    rows.flatMap((row) => row.means.match(/[\w/-]+\.ts/g) ?? []).filter((file) => !existsSync(join('src', file))),
  ).toEqual([])
})

test('what is due to be forgotten is gone within a day (SECURITY S14)', () => {
  const forgetting = jobs.filter(({ name }) => name.startsWith('forget-') && name !== 'forget-customer')
  expect(forgetting.length).toBeGreaterThan(8)
  // Minute and hour are given, or any; day, month and weekday are any.
  const rarer = forgetting.filter(({ cron = 'never' }) => !/^\S+ \S+ \* \* \*$/.test(cron))
  expect(rarer.map(({ name }) => name)).toEqual([])
})

test('the Privacy Policy promises the same numbers', () => {
  const policy = readFileSync('src/features/marketing/web/privacy-page.tsx', 'utf8').replaceAll(/\s+/g, ' ')
  const promises = [
    'Complaints and our answers: six years',
    'contact page: twelve months',
    '36 months, or until you delete your account',
    '90 days after that login has ended',
    '180 days after the last time',
    'twelve months after you read it, and two years at most',
    '90 days after they were sent',
    'seven days after they stop working',
    'six years after the package has ended',
  ]
  expect(promises.filter((promise) => !policy.includes(promise))).toEqual([])
})
