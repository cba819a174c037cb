import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Story } from '../contract.ts'
import { StoriesSection } from './stories-section.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const invented = { title: 'Invented', isIllustrative: true }
const real = { title: 'Real', isIllustrative: false }

function renderStories(...stories: (Pick<Story, 'title' | 'isIllustrative'> & Partial<Story>)[]) {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  const defaults = {
    id: '',
    serviceType: 'MY_FUTURE',
    start: 'A start',
    work: 'Work',
    result: 'A result',
    quote: null,
  } as const
  return render(<StoriesSection stories={stories.map((story) => ({ ...defaults, ...story }))} />)
}

const notReviews = /not customer reviews/
const countBadges = () => screen.queryAllByText('Illustrative story').length

test('each illustrative story has a badge, and one explanation covers them all', () => {
  renderStories(invented, { ...invented, title: 'Another' })
  expect(screen.getByText(/^These stories are made up .* not customer reviews/)).toBeTruthy()
  expect(countBadges()).toBe(2)
})

test('next to real stories, only the illustrative ones are marked', () => {
  renderStories(invented, real)
  expect(screen.getByText(/^Stories marked .* are made up .* not customer reviews/)).toBeTruthy()
  expect(countBadges()).toBe(1)
})

test('real stories are not marked', () => {
  renderStories(real)
  expect(screen.queryByText(notReviews)).toBeNull()
  expect(countBadges()).toBe(0)
})

test('the section is hidden if there are no stories, and markup is shown as text', () => {
  expect(renderStories().container.innerHTML).toBe('')
  renderStories({ ...real, title: '<b>Bold</b>' })
  expect(screen.getByRole('heading', { name: '<b>Bold</b>' })).toBeTruthy()
})

test("a real story shows the member's words and first name, and how they came to be published", () => {
  renderStories({ ...real, quote: { text: 'I know what comes next.', firstName: 'Ada' } })
  expect(screen.getByText('In Ada’s words')).toBeTruthy()
  expect(screen.getByText('I know what comes next.')).toBeTruthy()
  expect(screen.getByText(/^Ada wrote this after a session and let us publish it/)).toBeTruthy()
})
