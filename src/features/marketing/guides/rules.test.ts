import { expect, test } from 'vitest'
import { oldestCheck, oneGuidePerService, readingMinutes, relatedGuides } from './rules.ts'

test('the reading time is at least one minute, and about five for a long guide', () => {
  expect([0, 100, 1_150].map(readingMinutes)).toEqual([1, 1, 5])
})

test('the facts are dated by the oldest check of a source', () => {
  expect(oldestCheck([{ checkedOn: '2026-11-28' }, { checkedOn: '2026-09-30' }])).toBe('2026-09-30')
})

test('two other guides are related, starting with those about the same service', () => {
  const guides = [
    { slug: 'study', serviceType: 'STUDY_WORLD' as const },
    { slug: 'refunds', serviceType: null },
    { slug: 'careers', serviceType: 'MY_FUTURE' as const },
    { slug: 'after-school', serviceType: 'MY_FUTURE' as const },
  ]
  const listRelated = (slug: string) =>
    guides.filter((guide) => guide.slug === slug).flatMap((guide) => relatedGuides(guides, guide))
  expect(listRelated('careers').map(({ slug }) => slug)).toEqual(['after-school', 'study'])
  expect(listRelated('refunds').map(({ slug }) => slug)).toEqual(['study', 'careers'])
})

test('the home page shows the newest guide about each service', () => {
  const guides = ['refunds', 'posts', 'careers', 'school'].map((slug, index) => ({
    slug,
    serviceType: ([null, 'BIZ_FUTURE', 'MY_FUTURE', 'MY_FUTURE'] as const)[index] ?? null,
  }))
  expect(oneGuidePerService(guides).map(({ slug }) => slug)).toEqual(['posts', 'careers'])
})
