import { expect, test } from 'vitest'
import { seededPackage } from '#tests/support/web/packages.ts'
import { listMoments } from '../proof/rules.ts'
import { compareLines, findCheaperMonth, isProvided } from './rules.ts'

test('packages are compared promise by promise, and the part in brackets is each package’s own', () => {
  const rows = compareLines([seededPackage('study-world-basic'), seededPackage('study-world-pro')])

  expect(rows.find(({ key }) => key === 'strategy-report')).toEqual({
    key: 'strategy-report',
    title: 'Strategy report',
    shares: [
      { amount: '1 report (10–15 pages)', when: 'Within 2 weeks', refundShare: '30% of the price' },
      { amount: '1 report (15–20 pages)', when: 'Within 1 month', refundShare: '25% of the price' },
    ],
  })
  expect(rows.find(({ key }) => key === 'matching')?.shares).toEqual([
    { amount: '1 match list', when: 'Within 2 weeks', refundShare: '25% of the price' },
    undefined,
  ])
  expect(rows.map(({ title }) => title)).toEqual([...new Set(rows.map(({ title }) => title))])
})

test('a subscription says what comes once and what comes every month', () => {
  const rows = compareLines([seededPackage('my-future-pro')])
  const share = (key: string) => rows.find((row) => row.key === key)?.shares[0]

  expect(share('roadmap')).toMatchObject({ amount: '1 roadmap', when: 'Within the first month' })
  expect(share('consultation')).toEqual({
    amount: 'Unlimited, 20 minutes each',
    when: 'Every month',
    refundShare: '25% of the price, by days',
  })
})

test('a line comes at the moment that the timeline says', () => {
  const offer = seededPackage('study-world-basic')
  const moments = listMoments(offer).map(({ when }) => when)
  const times = compareLines([offer]).map(({ shares }) => shares[0]?.when)
  expect(moments).toEqual(['From the first day', 'Within 2 weeks', 'After your first call, within 2 weeks'])
  expect(new Set(times)).toEqual(new Set(moments))
})

test('a line renamed in one package keeps its row, and its cell has the new name', () => {
  const basic = seededPackage('biz-future-basic')
  const lines = basic.lines.map((line) => (line.key === 'posts' ? { ...line, title: 'Picture posts' } : line))
  const row = compareLines([seededPackage('biz-future-pro'), { ...basic, lines }]).find(({ key }) => key === 'posts')

  expect(row).toMatchObject({ title: 'Posts', shares: [{ amount: '10' }, { amount: '8 (Picture posts)' }] })
})

test('a claim is only made while a package on sale provides it', () => {
  const claim = { packageLines: ['my-future-pro/consultation'] }
  expect(isProvided(claim, [seededPackage('my-future-basic')])).toBe(false)
  expect(isProvided(claim, [seededPackage('my-future-pro')])).toBe(true)
  expect(isProvided({ packageLines: [] }, [])).toBe(true)
})

test('a month is only offered instead of a package if it brings as much for less, can be bought, and renews', () => {
  const week = seededPackage('my-future-basic')
  const month = seededPackage('my-future-pro')
  expect(findCheaperMonth(week, [week, month])).toBe(month)
  expect(findCheaperMonth(month, [week, month])).toBeUndefined()
  expect(findCheaperMonth(week, [week, { ...month, canBeBought: false }])).toBeUndefined()
  expect(findCheaperMonth(week, [week, { ...month, billing: 'once' }])).toBeUndefined()
  expect(findCheaperMonth(week, [week, { ...month, prices: week.prices }])).toBeUndefined()
  for (const [index, line] of month.lines.entries())
    if (week.lines.some(({ key }) => key === line.key))
      expect(findCheaperMonth(week, [week, { ...month, lines: month.lines.toSpliced(index, 1) }])).toBeUndefined()
})
