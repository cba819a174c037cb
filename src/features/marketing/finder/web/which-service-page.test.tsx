import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Package } from '#features/catalogue/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { company } from '#tests/support/web/company.ts'
import { seededPackages } from '#tests/support/web/packages.ts'
import WhichServicePage, { loader, meta } from './which-service-page.tsx'

afterEach(cleanup)

async function load(page: string, packages: Package[] = seededPackages) {
  const context = new RouterContextProvider()
  const answer = ({ path }: { path: string }) => (path === '/api/company' ? company : packages)
  context.set(serverCall, answer as never)
  const params = { '*': page.split('/').slice(2).join('/') }
  const { data, init } = await loader({ context, params } as unknown as LoaderFunctionArgs)
  return { loaded: data, status: init?.status ?? 200 }
}

async function open(page: string, packages?: Package[]) {
  const { loaded } = await load(page, packages)
  const Page = createRoutesStub([{ id: 'page', path: '/which-service/*', Component: WhichServicePage }])
  render(<Page initialEntries={[page]} hydrationData={{ loaderData: { page: loaded } }} />)
  const heading = screen.getByRole('heading', { level: 1 })
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  return { heading: heading.textContent, links }
}

test('a question is the heading, its answers are links, and both ways back are links too', async () => {
  const page = '/which-service/study-world/yes'
  expect(await open(page)).toEqual({
    heading: 'What do you want to come away with?',
    links: [
      ['A shortlist, with reasons', `${page}/a-shortlist`],
      ['An application that’s ready to send', `${page}/an-application`],
      ['Back to question 2', '/which-service/study-world'],
      ['Start again', '/which-service'],
    ],
  })
  expect(screen.getByText('Question 3 of 4')).toBeTruthy()
})

test('the first question has no way back, and says where else to ask', async () => {
  const { links } = await open('/which-service')
  expect(links.map(([, address]) => address)).toEqual([
    '/which-service/my-future',
    '/which-service/study-world',
    '/which-service/biz-future',
    '/contact',
  ])
})

test('the result shows one package with its reasons, what arrives when, and how to buy it', async () => {
  const { heading, links } = await open('/which-service/my-future/soon/a-plan/once')
  expect(heading).toBe('The package that suits you MY FUTURE WEEK')
  expect(
    screen.getByText('You’ll have all of it within 1 week of the day your package starts, which can be today.'),
  ).toBeTruthy()
  expect(screen.getByText('You pay once, and it doesn’t renew.')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.getByText('Within 1 week')).toBeTruthy()
  expect(links).toContainEqual(['Get Started', '/checkout/stripe?package=my-future-basic'])
  expect(links).toContainEqual(['Change your answer to “How soon do you need a plan?”', '/which-service/my-future'])
  const terms = ['Under 18? A parent or guardian agrees by email before you pay.', '/services/my-future#under-18']
  expect(links).toContainEqual(terms)
  expect(screen.getByText(/^If a month is soon enough, MY FUTURE X costs/)).toBeTruthy()
})

test('who would rather pay monthly hears of the package that does, and can read a document of the suggested one', async () => {
  const { links } = await open('/which-service/my-future/soon/a-plan/monthly')
  expect(screen.getByRole('heading', { name: 'Rather pay monthly?' })).toBeTruthy()
  expect(links).toContainEqual(['See MY FUTURE X', '/services/my-future#my-future-pro'])
  expect(links).toContainEqual(['read a sample roadmap', '/samples/roadmap'])
})

test('the result says that it is a second choice, or that nothing is on sale', async () => {
  const page = '/which-service/my-future/soon/a-plan/once'
  await open(
    page,
    seededPackages.filter(({ id }) => id !== 'my-future-basic'),
  )
  expect(screen.getByText(/isn’t on sale at the moment. This one comes closest/)).toBeTruthy()
  cleanup()
  const { heading, links } = await open(page, [])
  expect(heading).toBe('We’re not selling what you need just now.')
  expect(links).toContainEqual(['Write to us', '/contact'])
})

test('an address with other answers is not found, and asks the server for nothing', async () => {
  const { loaded, status } = await load('/which-service/my-future/never')
  expect([status, loaded.page, loaded.company, loaded.packages]).toEqual([404, null, null, []])
  const { heading } = await open('/which-service/my-future/never')
  expect(heading).toBe('This road ends here.')
})

test('each page has a title of its own', async () => {
  const titles = []
  for (const page of [
    '/which-service',
    '/which-service/my-future',
    '/which-service/my-future/soon/a-plan/once',
    '/which-service/x',
  ]) {
    const loaderData = (await load(page)).loaded
    const tags = meta({ loaderData, location: { pathname: page }, matches: [] } as never)
    titles.push(tags.flatMap((tag) => ('title' in tag ? [tag.title] : [])))
  }
  expect(titles.flat()).toEqual([
    'Which service is right for me? | FutureWorld',
    'Question 2: How soon do you need a plan? | FutureWorld',
    'The package that suits you | FutureWorld',
    'Page not found',
  ])
})
