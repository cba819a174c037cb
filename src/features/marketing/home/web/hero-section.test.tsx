import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { HeroSection } from './hero-section.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the hero has three slides linking to the services and to the prices, and one main heading', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  render(
    <MemoryRouter>
      <HeroSection brandName="FutureWorld Consultancy" />
    </MemoryRouter>,
  )

  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['my-future', 'study-world', 'biz-future'].flatMap((slug) => [`/services/${slug}`, '/#prices']))
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getAllByRole('radio')).toHaveLength(3)
})
