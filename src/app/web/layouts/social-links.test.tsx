import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SocialLinks } from './social-links.tsx'

afterEach(cleanup)

test('without configured addresses four hidden icons are shown', () => {
  const { container } = render(<SocialLinks links={[]} />)

  expect(container.querySelectorAll('svg')).toHaveLength(4)
  expect(container.querySelectorAll('li:not([aria-hidden])')).toHaveLength(0)
})

test('a configured network gets a named link, and any network besides the four comes after them', () => {
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
