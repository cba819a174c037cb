import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sample } from '../contract.ts'
import { followSamplePages } from './follow-pages.ts'
import { SampleSection } from './sample-section.tsx'

const sample: Sample = {
  slug: 'roadmap',
  serviceType: 'MY_FUTURE',
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE WEEK',
  title: 'Roadmap with 3 pathways',
  noun: 'roadmap',
  reader: 'a second-year student',
  description: 'Three ways.',
  kilobytes: 46,
  pages: [
    {
      title: 'Compared',
      blocks: [
        { kind: 'paragraph', text: 'You asked <b>us</b>.' },
        {
          kind: 'table',
          columns: ['Question', 'A', 'B'],
          widths: [1, 1, 1],
          rows: [['Cost', '£1', 'A much, much longer answer']],
        },
        {
          kind: 'table',
          columns: ['Date', 'What', 'Views', 'Reactions'],
          widths: [1, 3, 1, 1],
          rows: [['Thu 1', 'Meet the bread: three loaves', '640', '34']],
        },
        { kind: 'callout', title: 'One line', text: 'Stay.' },
      ],
    },
    {
      title: 'Drawn',
      blocks: [
        { kind: 'heading', text: 'A heading' },
        {
          kind: 'charts',
          charts: [{ title: 'Fit', unit: ' of 5', form: 'bars', values: [{ label: 'A', value: 4 }] }],
        },
        {
          kind: 'roadmap',
          roadmap: {
            start: 'You',
            lanes: [{ title: 'A', stops: [{ date: 'May', text: 'A step' }], destination: 'Work' }],
          },
        },
        { kind: 'list', marker: 'number', items: [{ title: 'First', text: 'Do it.' }] },
        { kind: 'sources', sources: [{ title: 'A source', url: 'https://example.org/' }] },
      ],
    },
  ],
}

let scrolledTo: string[] = []
let scroll: (entries: { target: Element; isIntersecting: boolean }[]) => void = () => {}

beforeEach(() => {
  scrolledTo = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(onScroll: typeof scroll) {
        scroll = onScroll
      }
      observe() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this.id)
  }
  const router = createMemoryRouter([{ path: '/', element: <SampleSection sample={sample} /> }])
  render(<RouterProvider router={router} />)
  followSamplePages()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('every sheet is a labelled region that shows its page number and says that it is a sample', () => {
  const sheets = screen.getAllByRole('region').filter(({ id }) => id.startsWith('page-'))
  expect(sheets.map(({ id }) => id)).toEqual(['page-1', 'page-2'])
  for (const [index, sheet] of sheets.entries()) {
    expect(within(sheet).getByText('Sample · MY FUTURE')).toBeTruthy()
    expect(within(sheet).getByText(`Page ${index + 1} of 2`)).toBeTruthy()
  }
})

test('headings, tables and links are real HTML elements, and markup in the text is shown as text', () => {
  expect(screen.getByText('You asked <b>us</b>.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 3, name: 'A heading' })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: 'Cost' })).toBeTruthy()
  expect(screen.getByRole('cell', { name: /A much, much longer answer$/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'https://example.org/' })).toBeTruthy()
})

test('on a phone, a table of short cells says its columns’ names once, and another table in each cell', () => {
  expect(screen.getAllByText('Views')).toHaveLength(1)
  expect(screen.getAllByText('B')).toHaveLength(2)
})

test('charts and the roadmap are pictures with a description', () => {
  expect(screen.getByRole('img', { name: 'Fit: A 4 of 5.' }).tagName).toBe('svg')
  expect(screen.getByRole('img', { name: /^Three ways from here\. .* May, a step; leads to work\.$/ })).toBeTruthy()
})

test('the page links to the PDF, with its size, and to the package that includes such a document', () => {
  const hrefs = (name: RegExp) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))
  expect(hrefs(/^Download the PDF \(2 pages, 46\sKB\)$/)).toEqual(['/samples/roadmap.pdf', '/samples/roadmap.pdf'])
  const toPackage = '/services/my-future#my-future-basic'
  expect(hrefs(/^Get a roadmap like this$/)).toEqual([toPackage, toPackage])
})

test('the list of pages marks the page in the middle of the window, and none above the first page', () => {
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
  const current = () =>
    links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.getAttribute('href'))
  const moves = (id: string, isIntersecting: boolean) => ({
    target: document.getElementById(id) as Element,
    isIntersecting,
  })

  scroll([moves('page-1', true)])
  expect(current()).toEqual(['#page-1'])
  scroll([moves('page-2', true)])
  scroll([moves('page-1', false)])
  expect(current()).toEqual(['#page-2'])
  scroll([moves('page-2', false)])
  expect(current()).toEqual([])
})

test('in the list of pages, arrow keys, Home and End turn the pages', () => {
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
  const [first, second] = links
  first?.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Home', 'End', 'ArrowUp'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key })

  expect(scrolledTo).toEqual(['page-2', 'page-2', 'page-1', 'page-2', 'page-1'])
  expect(document.activeElement).toBe(first)
  expect(second?.getAttribute('href')).toBe('#page-2')
})

test('the page has no inline styles or scripts, which the content policy would block', () => {
  expect(document.querySelectorAll('[style], style, script')).toHaveLength(0)
})
