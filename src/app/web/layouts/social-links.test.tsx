import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SocialLinks } from './social-links.tsx'

afterEach(cleanup)

test('if no addresses are configured, four hidden icons are shown', () => {
  const { container } = render(<SocialLinks links={[]} />)

  expect(container.querySelectorAll('svg')).toHaveLength(4)
  expect(container.querySelectorAll('li:not([aria-hidden])')).toHaveLength(0)
})

test('a configured network gets a named link, and networks other than the default four come last', () => {
  const links = [
    { name: 'Mastodon', url: 'https://mastodon.example/@future' },
    { name: 'linkedin', url: 'https://www.linkedin.com/company/future' },
  ]
  const { container } = render(<SocialLinks links={links} />)

  expect(
    screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['linkedin', 'https://www.linkedin.com/company/future'],
    ['Mastodon', 'https://mastodon.example/@future'],
  ])
  expect(container.querySelectorAll('svg')).toHaveLength(5)
})
