import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Guide } from '../contract.ts'
import { GuideArticle, GuidesSection } from './guide-sections.tsx'

afterEach(cleanup)

const guide: Guide = {
  id: '00000000-0000-4000-8000-000000000000',
  slug: 'choosing',
  serviceType: 'MY_FUTURE',
  title: 'Choosing',
  summary: 'How to choose',
  picture: 'choosing',
  readingMinutes: 4,
  publishedAt: '2026-11-28T00:00:00.000Z',
  updatedAt: '2026-11-28T00:00:00.000Z',
  factsCheckedOn: '2026-11-28',
  sources: [{ title: 'An official page', url: 'https://example.org/page', checkedOn: '2026-11-28' }],
  blocks: [
    { kind: 'heading', level: 2, id: 'dates', text: 'The dates' },
    {
      kind: 'paragraph',
      runs: [
        { text: '<b>Not markup</b> ' },
        { text: 'here', href: '/contact', isStrong: true },
        { text: 'there', href: 'https://example.org/there' },
      ],
    },
    { kind: 'heading', level: 3, id: 'clearing', text: 'Clearing' },
    { kind: 'list', isOrdered: true, items: [[{ text: 'One' }], [{ text: 'Two', isEmphasised: true }]] },
    { kind: 'quote', runs: [{ text: 'Said' }] },
  ],
}

function renderGuide(changes: Partial<Guide> = {}, related: Guide[] = []) {
  return render(
    <MemoryRouter>
      <GuideArticle guide={{ ...guide, ...changes }} related={related} />
    </MemoryRouter>,
  )
}

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a guide shows its blocks, and any markup in them as text', () => {
  const { container } = renderGuide()
  expect(screen.getByText(/<b>Not markup<\/b>/)).toBeTruthy()
  expect([hrefOf('here'), hrefOf('there')]).toEqual(['/contact', 'https://example.org/there'])
  expect(container.querySelectorAll('ol.list-decimal > li')).toHaveLength(2)
  expect(container.querySelector('blockquote')?.textContent).toBe('Said')
})

test('the table of contents links to the level-2 headings and to the sources', () => {
  const { container } = renderGuide()
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
  const anchors = contents.map((link) => link.getAttribute('href') ?? '')
  expect(anchors).toEqual(['#dates', '#sources'])
  for (const anchor of anchors) expect(container.querySelector(anchor)?.getAttribute('tabindex')).toBe('-1')
})

test('each source shows its address and when it was checked', () => {
  renderGuide()
  expect(hrefOf('An official page')).toBe('https://example.org/page')
  expect(screen.getByText('example.org').parentElement?.textContent).toMatch(/checked on 28 November 2026$/)
  expect(screen.getByText(/Facts checked on 28 November 2026/)).toBeTruthy()
})

test('a guide whose sources were checked on several days says the first and the last', () => {
  const sources = ['2026-11-28', '2026-09-24'].map((checkedOn) => ({
    title: checkedOn,
    url: `https://example.org/${checkedOn}`,
    checkedOn,
  }))
  renderGuide({ sources, factsCheckedOn: '2026-09-24' })
  expect(screen.getByText('Facts checked between 24 September 2026 and 28 November 2026.')).toBeTruthy()
})

test("the next step links to the service's page or, without a service, to the contact page", () => {
  renderGuide()
  expect(hrefOf('See MY FUTURE')).toBe('/services/my-future')
  cleanup()
  renderGuide({ serviceType: null })
  expect(hrefOf('Contact us')).toBe('/contact')
})

test('related guides are linked, and the section is left out if there are none', () => {
  renderGuide({}, [{ ...guide, id: '1', slug: 'other', title: 'Another guide' }])
  expect(hrefOf('Another guide')).toBe('/guides/other')
  cleanup()
  renderGuide()
  expect(screen.queryByText('Read next')).toBeNull()
})

test('a service page lists its guides, and has no such section if there are none', () => {
  const { rerender, container } = render(
    <MemoryRouter>
      <GuidesSection guides={[guide]} />
    </MemoryRouter>,
  )
  expect(hrefOf('Choosing')).toBe('/guides/choosing')
  rerender(
    <MemoryRouter>
      <GuidesSection guides={[]} />
    </MemoryRouter>,
  )
  expect(container.innerHTML).toBe('')
})
