import { expect, test } from 'vitest'
import type { Package } from '#features/catalogue/contract.ts'
import { upgradesFrom } from '#features/catalogue/rules.ts'
import { seededPackages } from '#tests/support/web/packages.ts'
import { branches, findStep, firstPage, type ResultStep, recommend } from './recommendation.ts'

/** Follows every answer from the first question on. */
function listResults(page = firstPage): (ResultStep & { page: string })[] {
  const step = findStep(page)
  if (step?.kind === 'result') return [{ ...step, page }]
  return (step?.choices ?? []).flatMap((choice) => listResults(choice.page))
}

const results = listResults()
const suggestAll = (packages: Package[]) => results.map(({ branch, answers }) => recommend(branch, answers, packages))

test('every combination of answers leads to one package of the service, with a reason for each answer', () => {
  expect(results).toHaveLength(28)
  for (const [index, found] of suggestAll(seededPackages).entries()) {
    const { branch, page } = results[index] as (typeof results)[number]
    expect(found?.offer.serviceType, page).toBe(branch.serviceType)
    expect(
      found?.reasons.filter((reason) => reason !== null),
      page,
    ).toHaveLength(3)
    expect(found?.isSecondChoice).toBe(false)
  }
})

test('every package is the suggestion for some answers', () => {
  const counts = Object.groupBy(suggestAll(seededPackages), (found) => found?.offer.id ?? '')
  expect(Object.entries(counts).map(([id, all]) => [id, all?.length])).toEqual([
    ['my-future-basic', 5],
    ['my-future-pro', 3],
    ['study-world-basic', 5],
    ['study-world-pro', 3],
    ['biz-future-basic', 8],
    ['biz-future-pro', 4],
  ])
})

test.each([
  ['my-future/soon/someone-to-ask/monthly', 'my-future-basic'],
  ['my-future/no-hurry/someone-to-ask/once', 'my-future-pro'],
  ['study-world/not-yet/an-application/yes', 'study-world-basic'],
  ['study-world/yes/an-application/no', 'study-world-pro'],
  ['biz-future/be-heard-of/no/in-a-meeting', 'biz-future-basic'],
  ['biz-future/post-regularly/yes/in-a-meeting', 'biz-future-pro'],
])('the answers %s lead to %s', (answers, id) => {
  const { branch, answers: given } = findStep(`${firstPage}/${answers}`) as ResultStep
  expect(recommend(branch, given, seededPackages)?.offer.id).toBe(id)
})

test('an answer that speaks for the other package leads to it, with its reasons, and only then', () => {
  const suggest = (packages: Package[], answers: string) => {
    const step = findStep(`${firstPage}/my-future/soon/a-plan/${answers}`) as ResultStep
    return recommend(step.branch, step.answers, packages)?.alternative
  }
  expect(suggest(seededPackages, 'once')).toBeUndefined()
  expect(suggest(seededPackages, 'monthly')).toMatchObject({
    wish: 'Rather pay monthly?',
    offer: { id: 'my-future-pro' },
    reasons: [
      'You pay every month until you cancel, and you can cancel at any time.',
      'Your roadmap and report come within your first month, which may be later than you’d like.',
      'You get a roadmap with three pathways and a report about you, and we carry on from there.',
    ],
  })
  const unstaffed = seededPackages.map((offer) => ({ ...offer, canBeBought: offer.id !== 'my-future-pro' }))
  expect(suggest(unstaffed, 'monthly')).toBeUndefined()
  for (const [index, found] of suggestAll(seededPackages).entries()) {
    const { branch, answers } = results[index] as (typeof results)[number]
    const isUnanimous = answers.every((answer) => branch.packageIds[answer.for] === found?.offer.id)
    expect(found?.alternative === undefined).toBe(isUnanimous)
  }
})

test('the larger package of each service is the one that replaces the smaller', () => {
  for (const { packageIds } of branches) expect(upgradesFrom(packageIds.larger)).toBe(packageIds.smaller)
})

test('a package that is off sale, or that nobody can provide, gives way to the other with that one’s reasons', () => {
  for (const { id } of seededPackages) {
    const offSale = seededPackages.filter((offer) => offer.id !== id)
    const unstaffed = seededPackages.map((offer) => ({ ...offer, canBeBought: offer.id !== id }))
    for (const packages of [offSale, unstaffed]) {
      const found = suggestAll(packages)
      expect(found.map((each) => each?.offer.id)).not.toContain(id)
      expect(found.filter((each) => each?.isSecondChoice).length).toBeGreaterThan(0)
      for (const each of found) expect(each?.reasons.filter((reason) => reason !== null)).toHaveLength(3)
    }
  }
})

test('a package that nobody can provide is suggested if its service has no other, and none if none is on sale', () => {
  const unstaffed = seededPackages.map((offer) => ({ ...offer, canBeBought: false }))
  expect(suggestAll(unstaffed)).toEqual(suggestAll(unstaffed).map((found) => ({ ...found, isSecondChoice: false })))
  expect(suggestAll([])).toEqual(results.map(() => undefined))
})

test('a reason is left out once the package no longer includes what it names, or includes what it says is missing', () => {
  const { branch, answers } = findStep(`${firstPage}/biz-future/be-heard-of/no/in-writing`) as ResultStep
  const suggest = (change: (offer: Package) => Package) => recommend(branch, answers, seededPackages.map(change))
  const campaign = seededPackages.flatMap(({ lines }) => lines).find(({ key }) => key === 'campaign-management')
  expect(suggest((offer) => ({ ...offer, lines: [] }))?.reasons).toEqual([null, null, null])
  expect(suggest((offer) => ({ ...offer, lines: [...offer.lines, ...(campaign ? [campaign] : [])] }))?.reasons).toEqual(
    [null, null, 'You get your strategy in writing.'],
  )
})

test('the first question leads to four, and the page of each answer asks the question again', () => {
  const { given, page } = results[0] as (typeof results)[number]
  expect(given.map((each) => each.page)).toEqual([
    firstPage,
    `${firstPage}/my-future`,
    `${firstPage}/my-future/soon`,
    `${firstPage}/my-future/soon/a-plan`,
  ])
  expect(page).toBe(`${firstPage}/my-future/soon/a-plan/once`)
  for (const [index, { page: again, question }] of given.entries())
    expect(findStep(again)).toMatchObject({ kind: 'question', number: index + 1, question })
})

test.each([
  '/which-service/nothing',
  '/which-service/my-future/yes',
  '/which-service/my-future/a-plan',
  '/which-service/my-future//a-plan',
  '/which-service/my-future/soon/a-plan/once/again',
  '/which-service/constructor',
  '/which-service/',
])('%s has no page', (page) => expect(findStep(page)).toBeUndefined())
