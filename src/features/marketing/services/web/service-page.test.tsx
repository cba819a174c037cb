import { cleanup, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Package } from '#features/catalogue/contract.ts'
import { seededPackage, seededPackages } from '#tests/support/web/packages.ts'
import { content as bizFuture } from './biz-future-page.tsx'
import type { ServiceConsultant } from './consultants-section.tsx'
import { content as myFuture } from './my-future-page.tsx'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import { content as studyWorld } from './study-world-page.tsx'

afterEach(cleanup)

const week = seededPackage('my-future-basic')
const subscription = seededPackage('my-future-pro')

const show = (packages: Package[], content?: ServiceContent) => showPage({ packages, content })

type Shown = { packages: Package[]; consultants?: ServiceConsultant[]; content?: ServiceContent | undefined }

function showPage({ packages, consultants = [], content = myFuture }: Shown) {
  const routes = [{ id: 'page', path: '/', element: <ServicePage content={content} />, loader: () => null }]
  const hydrationData = { loaderData: { page: { packages, consultants, stories: [], guides: [] } } }
  render(<RouterProvider router={createMemoryRouter(routes, { hydrationData })} />)
  return {
    table: () => within(screen.getByRole('table')),
    bar: () => within(screen.getByRole('complementary', { name: 'Buy a package' })),
    headings: () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  }
}

test.each([
  ['MY_FUTURE', myFuture],
  ['STUDY_WORLD', studyWorld],
  ['BIZ_FUTURE', bizFuture],
] as const)('%s explains every line of its packages and ends with a next step', (serviceType, content) => {
  const packages = seededPackages.filter((offer) => offer.serviceType === serviceType)
  const { table, headings } = show(packages, content)

  const keys = packages.flatMap(({ lines }) => lines.map(({ key }) => key))
  expect(Object.keys(content.meanings).sort()).toEqual([...new Set(keys)].sort())
  expect(Object.keys(content.reasons)).toEqual(packages.map(({ id }) => id))
  for (const text of Object.values(content.meanings)) expect(table().getAllByText(text)).not.toEqual([])
  expect(
    table()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['What you get', ...packages.map(({ title }) => title)])
  expect(headings().at(-1)).toBe('Ready to start?')
})

test('each card says why it costs what it costs, and leads buyers under 18 to what their parents do', () => {
  show([week, subscription])
  for (const { id, title } of [week, subscription]) {
    const card = within(screen.getByRole('article', { name: title }))
    expect(card.getByText(myFuture.reasons[id]?.price ?? '')).toBeTruthy()
    const answer = card.getByRole('link', { name: /^Under 18\?/ }).getAttribute('href')
    expect(document.querySelector(answer?.replace('/', '') ?? '')?.textContent).toMatch(/^Yes, with a parent/)
  }
})

test('the packages come right after the benefits', () => {
  const { headings } = show([week, subscription])
  expect(headings().slice(0, 3)).toEqual([
    `Benefits ${myFuture.titles.benefits}`,
    `Packages ${myFuture.titles.packages}`,
    'Compare Line by line, side by side',
  ])
})

test.each([
  [myFuture, { 'MY FUTURE WEEK': ['roadmap', 'future-profile'], 'MY FUTURE X': ['roadmap', 'future-profile'] }],
  [studyWorld, { 'STUDY WORLD': ['study-strategy'], 'STUDY WORLD PRO': [] }],
  [
    bizFuture,
    { 'BIZ FUTURE': ['monthly-report#page-4', 'monthly-report'], 'BIZ FUTURE PRO': ['monthly-report#page-4'] },
  ],
])('a card of $service links to the samples that show what its own package delivers', (content, samples) => {
  show(
    seededPackages.filter(({ title }) => title in samples),
    content,
  )
  const linked = Object.keys(samples).map((name) => [
    name,
    within(screen.getByRole('article', { name }))
      .queryAllByRole('link', { name: /^Sample/ })
      .map((link) => link.getAttribute('href')?.replace('/samples/', '')),
  ])
  expect(Object.fromEntries(linked)).toEqual(samples)
})

test('a card has no link to the sample of a line that its package lost', () => {
  show([week, { ...subscription, lines: subscription.lines.filter(({ key }) => key !== 'roadmap') }])
  const card = within(screen.getByRole('article', { name: 'MY FUTURE X' }))
  expect(card.getAllByRole('link', { name: /^Sample/ }).map(({ textContent }) => textContent)).toEqual([
    'Sample report',
  ])
})

test('a package that is not on sale is named as such, and nothing only it includes is claimed', () => {
  const { table, bar } = show([week])

  expect(screen.getByText('MY FUTURE X isn’t on sale at the moment.')).toBeTruthy()
  expect(screen.queryByText('Life skills with MY FUTURE X')).toBeNull()
  expect(table().queryByText('Priority resources')).toBeNull()
  expect(table().getAllByRole('columnheader')).toHaveLength(2)
  expect(bar().getByText('MY FUTURE WEEK')).toBeTruthy()
})

test('without packages the page says so, and has neither table, bar nor price', () => {
  const { headings } = show([])

  expect(headings()).toContain('Packages Not on sale at the moment')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(screen.queryByText(/from/, { selector: 'p > span' })).toBeNull()
})

test('a third package with a long name and lines of its own is compared too', () => {
  const title = 'MY FUTURE FOR EVERYONE WHO WANTS ALL OF IT, TWICE AND SLOWLY'
  const [line] = week.lines
  const lines = [{ ...(line as Package['lines'][number]), key: 'walk', title: 'Walk in the park' }]
  const third = { ...week, id: 'my-future-third', title, description: 'For people who walk.', lines }
  const { table, bar } = show([week, subscription, third])

  expect(table().getByRole('columnheader', { name: title })).toBeTruthy()
  expect(table().getByText('For people who walk.')).toBeTruthy()
  const row = within(table().getByRole('row', { name: /Walk in the park/ }))
  expect(row.getAllByText('Not included')).toHaveLength(2)
  expect(screen.queryByText(myFuture.packagesLead)).toBeNull()
  expect(bar().getByRole('link', { name: 'See the packages' }).getAttribute('href')).toBe('/#packages')
})

test('the bar sells only what can be bought', () => {
  const { bar } = show([{ ...week, canBeBought: false }, subscription])
  expect(bar().queryByText('MY FUTURE WEEK')).toBeNull()
  expect(bar().getAllByRole('link', { name: 'Subscribe Now' })).not.toEqual([])
})

test('when no package can be bought, there is no bar', () => {
  show([{ ...week, canBeBought: false }])
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('consultants are shown with their languages and next free day, and without what they lack', () => {
  const ada = {
    id: 'ada',
    displayName: 'Ada',
    jobTitle: 'Careers adviser',
    languages: ['English', 'German', 'Welsh'],
    picture: '/consultants/ada/picture?v=1',
    freeOn: '2026-12-01',
  }
  const { headings } = showPage({
    packages: [week],
    consultants: [ada, { ...ada, id: 'beth', displayName: 'Beth', jobTitle: null, picture: null, freeOn: null }],
  })

  expect(headings()).toContain('Our Consultants Who you’ll work with')
  const [first, second] = ['Ada', 'Beth'].map((name) => screen.getByRole('heading', { name }).closest('li'))
  expect(within(first as HTMLElement).getByRole('img', { name: 'Portrait of Ada' })).toBeTruthy()
  expect(first?.textContent).toBe('AdaCareers adviserSpeaks English, German and WelshNext free: Tue 1 Dec')
  expect(second?.textContent).toBe('BBethSpeaks English, German and Welsh')
})

test('free days are said to be for calls if only one package has them, and hidden if none has', () => {
  const [basic, pro] = [seededPackage('biz-future-basic'), seededPackage('biz-future-pro')]
  const ada = { id: 'ada', displayName: 'Ada', jobTitle: null, languages: ['English'], picture: null }
  const consultants = [{ ...ada, freeOn: '2026-12-01' }]
  const content = bizFuture

  showPage({ packages: [basic, pro], consultants, content })
  expect(screen.getByText('“Next free” is for calls, which only BIZ FUTURE PRO includes.')).toBeTruthy()
  cleanup()
  showPage({ packages: [pro], consultants, content })
  expect(screen.queryByText(/is for calls/)).toBeNull()
  expect(screen.getByText(/^Next free/)).toBeTruthy()
  cleanup()
  showPage({ packages: [basic], consultants, content })
  expect(screen.queryByText(/^Next free/)).toBeNull()
})

test('a card says what its bullets leave out, and only the dearer one what a month of the other costs less', () => {
  const cardText = (title: string) => screen.getByRole('article', { name: title }).textContent
  show([week, subscription])
  expect(cardText('MY FUTURE WEEK')).toContain('MY FUTURE X costs £84.00$77.00 less for the same documents')
  expect(cardText('MY FUTURE X')).not.toContain('less for the same documents')
  cleanup()
  show([seededPackage('biz-future-basic'), seededPackage('biz-future-pro')], bizFuture)
  expect(cardText('BIZ FUTURE PRO')).toContain('It includes the monthly report, too.')
  expect(cardText('BIZ FUTURE')).not.toContain('It includes the monthly report, too.')
  expect(cardText('BIZ FUTURE')).toContain('adapted to the others')
})

test('without consultants there is no section about them', () => {
  expect(show([week]).headings().join()).not.toContain('Our Consultants')
})
