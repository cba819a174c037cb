import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { HeroSection } from './hero-section.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the main heading links to the services, and so do three slides, which link to the prices, too', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  render(
    <MemoryRouter>
      <HeroSection brandName="FutureWorld Consultancy" />
    </MemoryRouter>,
  )

  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  const pages = ['my-future', 'study-world', 'biz-future'].map((slug) => `/services/${slug}`)
  expect(links).toEqual([...pages, ...pages.flatMap((page) => [page, '/#prices'])])
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getAllByRole('radio')).toHaveLength(3)
})
