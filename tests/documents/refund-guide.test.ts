import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageSeeds } from '#features/catalogue/packages.ts'
import { STANDARD_VAT_RATE } from '#features/catalogue/rules.ts'
import { calculateUnused } from '#features/payments/withdrawal/rules.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { taxOn } from '#platform/shared/money.ts'

const [, guide = ''] = /\n'How our refunds work[^$]*\$guide\$(.*?)\$guide\$/s.exec(
  readFileSync('migrations/0018-guides.sql', 'utf8'),
) ?? ['', '']

/** The first day of a 30-day month. */
const startsAt = new Date('2027-04-01T09:00:00Z')

function findPackage(packageId: string) {
  const seed = packageSeeds.find(({ id }) => id === packageId)
  if (!seed) throw new Error(`no package ${packageId}`)
  return { ...seed, total: seed.netPrice + taxOn(seed.netPrice, STANDARD_VAT_RATE) }
}

/**
 * Calculates the refund with the real rule.
 * @param day the package's day on which it is cancelled
 */
function refund(packageId: string, used: Record<string, number>, day = 1): string {
  const { span, lines, total } = findPackage(packageId)
  const usage = lines.map(({ key, title, weight, quantity: promised }) => {
    return { title, weight, promised, used: used[key] ?? 0 }
  })
  const boughtUntil = addSpan(startsAt, span)
  const now = addSpan(startsAt, { days: day - 1 })
  return pounds(calculateUnused(total, { startsAt, boughtUntil, cancelledAt: null, lines: usage }, now).unused)
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`
}

const firstCall = { 'initial-consultation': 1 }
const callRoadmapAndReport = { ...firstCall, roadmap: 1, 'future-profile-report': 1 }

test.each([
  ['1. You’ve changed', [refund('my-future-basic', {})]],
  ['2. You’ve had the first call', [refund('my-future-basic', firstCall)]],
  ['3. You’ve had the call', [refund('my-future-basic', { ...firstCall, roadmap: 1, 'resume-review': 1 })]],
  ['4. Your posts', [refund('biz-future-basic', { strategy: 1, posts: 3, reels: 1 })]],
  ['5. You pay by the month', [refund('my-future-pro', {}, 5), refund('my-future-pro', callRoadmapAndReport, 5)]],
])('example %s… ends with the refund that the rule gives', (title, refunds) => {
  const [example = ''] = guide.split(/\n##+ /).filter((part) => part.startsWith(title))
  const amounts = [...example.matchAll(/£\d+\.\d\d(?!\d)/g)].map(([amount]) => amount)
  expect(amounts.slice(-refunds.length)).toEqual(refunds)
})

test("the guide gives the catalogue's prices and weights", () => {
  for (const packageId of ['my-future-basic', 'biz-future-basic', 'my-future-pro'])
    expect(guide).toContain(pounds(findPackage(packageId).total))
  const listed = [...guide.matchAll(/^- [a-zA-Z ]+: ([\d.]+)%$/gm)].map(([, share]) => Number(share) * 100)
  const weights = ['my-future-basic', 'biz-future-basic'].flatMap((id) =>
    findPackage(id).lines.map((line) => line.weight),
  )
  expect(listed).toEqual(weights)
})
