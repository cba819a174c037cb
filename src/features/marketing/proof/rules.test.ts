import { expect, test } from 'vitest'
import type { PackageLine } from '#features/catalogue/contract.ts'
import { seededPackage, seededPackages } from '#tests/support/web/packages.ts'
import { listCalls, listMoments } from './rules.ts'

test('a package brings its first call from the first day, and before it ends what we make and the calls about it', () => {
  expect(listMoments(seededPackage('my-future-basic'))).toEqual([
    { when: 'From the first day', items: ['Initial consultation, 10 minutes'] },
    {
      when: 'Within 1 week',
      items: ['Roadmap with 3 pathways', 'Future Profile report (10 pages)', 'CV review', 'LinkedIn review'],
    },
    { when: 'After your first call, within 1 week', items: ['Final call, 20 minutes'] },
  ])
})

test('a subscription brings support the whole time, and some of it again every month', () => {
  const moments = listMoments(seededPackage('my-future-pro'))
  expect(moments.map(({ when }) => when)).toEqual([
    'From the first day',
    'The whole time',
    'Within the first month',
    'After your first call, within the first month',
    'Every month after that',
  ])
  expect(moments[1]?.items).toContain('Consultation, 20 minutes, as often as you need')
  expect(moments[3]?.items).toEqual(['Final call, 20 minutes'])
  expect(moments.at(-1)?.items).toEqual([
    'Consultation, 20 minutes, as often as you need',
    'Profile update',
    'CV, LinkedIn and portfolio support',
    'Priority resources',
  ])
})

test('several of a kind are counted, and a package without calls begins with what we make', () => {
  expect(listMoments(seededPackage('biz-future-basic'))).toEqual([
    {
      when: 'Within 1 month',
      items: ['3 social platforms', '8 posts', '4 reels', 'Monthly report', 'Basic strategy'],
    },
  ])
})

test('after an unlimited first call, no other call has to wait', () => {
  const offer = seededPackage('my-future-basic')
  const [first, ...others] = offer.lines.map((line) => ({ ...line, minutes: 15 }))
  const lines = [{ ...(first as PackageLine), quantity: null }, ...others]
  expect(listMoments({ ...offer, lines })[0]).toEqual({
    when: 'From the first day',
    items: ['Initial consultation, 15 minutes, as often as you need', 'Final call, 15 minutes'],
  })
})

test('a package without lines brings nothing', () =>
  expect(listMoments({ ...seededPackage('my-future-basic'), lines: [] })).toEqual([]))

test('every line of every package is in its timeline', () => {
  for (const offer of seededPackages) {
    const items = listMoments(offer).flatMap((moment) => moment.items)
    for (const { title } of offer.lines) expect(items.join('\n').toLowerCase()).toContain(title.toLowerCase())
  }
})

test('every kind of call in the catalogue is described once, with the packages that include it', () => {
  const calls = listCalls(seededPackages).map(({ title, minutes, packageTitles }) => [title, minutes, ...packageTitles])
  expect(calls).toEqual([
    ['Initial consultation', 10, 'MY FUTURE WEEK', 'MY FUTURE X'],
    ['Final call', 20, 'MY FUTURE WEEK', 'MY FUTURE X'],
    ['Consultation', 20, 'MY FUTURE X'],
    ['Consultation', 10, 'STUDY WORLD'],
    ['Final call', 20, 'STUDY WORLD'],
    ['Consultation', 30, 'STUDY WORLD PRO'],
    ['Interview preparation', 30, 'STUDY WORLD PRO'],
    ['Strategy meeting', 30, 'BIZ FUTURE PRO'],
  ])
})

test('the parts of a call add up to its length, whatever length the owner sets', () => {
  const offer = seededPackage('my-future-basic')
  for (const length of [6, 10, 20, 30, 45, 90]) {
    const lines = offer.lines.slice(0, 1).map((line) => ({ ...line, minutes: length }))
    const [call] = listCalls([{ ...offer, lines }])
    const bounds = (call?.parts ?? []).map(({ minutes }) => minutes.match(/\d+/g)?.map(Number))
    expect(bounds[0]?.[0]).toBe(1)
    expect(bounds[1]?.[0]).toBe((bounds[0]?.[1] ?? 0) + 1)
    expect(bounds[2]?.[0]).toBe((bounds[1]?.[1] ?? 0) + 1)
    expect(bounds[2]?.[1]).toBe(length)
  }
})

test('a call of a few minutes, or of a kind we know nothing about, is not described', () => {
  const offer = seededPackage('my-future-basic')
  const lines = offer.lines.slice(0, 1)
  expect(listCalls([{ ...offer, lines: lines.map((line) => ({ ...line, minutes: 5 })) }])).toEqual([])
  expect(listCalls([{ ...offer, lines: lines.map((line) => ({ ...line, key: 'walk' })) }])).toEqual([])
})
