import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Carousel } from './carousel.tsx'
import { rotateCarousels } from './rotate-carousels.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the next slide appears after five seconds, and the first follows the last', () => {
  showCarousel()

  wait(4_999)
  expect(getChosenSlide()).toBe('One')
  wait(1)
  expect(getChosenSlide()).toBe('Two')
  wait(5_000)
  expect(getChosenSlide()).toBe('Three')
  wait(5_000)
  expect(getChosenSlide()).toBe('One')
})

test('a dot selects its slide, which is then shown for five seconds', () => {
  showCarousel()

  wait(4_000)
  fireEvent.click(screen.getByRole('radio', { name: 'Three' }))
  wait(4_999)
  expect(getChosenSlide()).toBe('Three')
  wait(1)
  expect(getChosenSlide()).toBe('One')
})

test('a paused carousel keeps its slide until it is played again', () => {
  showCarousel()

  fireEvent.click(screen.getByRole('button', { name: 'Pause slides' }))
  wait(60_000)
  expect(getChosenSlide()).toBe('One')

  fireEvent.click(screen.getByRole('button', { name: 'Play slides' }))
  wait(5_000)
  expect(getChosenSlide()).toBe('Two')
})

test('with reduced motion slides do not change on their own, but the dots still work', () => {
  showCarousel({ wantsStillness: true })

  wait(60_000)
  expect(getChosenSlide()).toBe('One')
  expect(screen.queryByRole('button')).toBeNull()

  fireEvent.click(screen.getByRole('radio', { name: 'Two' }))
  expect(getChosenSlide()).toBe('Two')
})

test('the slide does not change while the pointer is over the dots', () => {
  showCarousel()

  fireEvent(getControls(), new Event('pointerenter'))
  wait(60_000)
  expect(getChosenSlide()).toBe('One')

  fireEvent(getControls(), new Event('pointerleave'))
  wait(5_000)
  expect(getChosenSlide()).toBe('Two')
})

function showCarousel({ wantsStillness: prefersReducedMotion = false } = {}) {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({
    matches: prefersReducedMotion,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  const slides = ['One', 'Two', 'Three'].map((name) => ({ name, content: <p>Slide {name}</p> }))
  render(<Carousel label="Numbers" slides={slides} />)
  rotateCarousels()
}

function getControls() {
  return screen.getByRole('group', { name: 'Choose a slide' }).parentElement as HTMLElement
}

function wait(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds)
}

function getChosenSlide() {
  return screen.getByRole('radio', { checked: true }).parentElement?.textContent
}
