import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { listSources, Picture } from './picture.tsx'

afterEach(cleanup)

test('the smaller format comes first, in every width that was made', () => {
  render(<Picture name="my-future-hero" alt="A fork in the road" sizes="50vw" />)

  const picture = screen.getByRole('img', { name: 'A fork in the road' })
  const sources = [...(picture.parentElement?.querySelectorAll('source') ?? [])]
  expect(sources.map(({ type, sizes }) => [type, sizes])).toEqual([
    ['image/avif', '50vw'],
    ['image/webp', '50vw'],
  ])
  expect(sources[0]?.srcset).toBe(
    [480, 800, 1200, 1600]
      .map((width) => `/images/illustrations/my-future-hero/light-${width}.avif ${width}w`)
      .join(', '),
  )
})

test('space is reserved for a picture, which loads only when it is near, unless the page says otherwise', () => {
  render(<Picture name="my-future-cv" alt="A CV" sizes="50vw" />)
  render(<Picture name="home" alt="Three worlds" sizes="100vw" loading="eager" fetchPriority="high" />)

  const [later, first] = [screen.getByRole('img', { name: 'A CV' }), screen.getByRole('img', { name: 'Three worlds' })]
  expect([later.getAttribute('width'), later.getAttribute('height')]).toEqual(['1200', '900'])
  expect([later.getAttribute('loading'), first.getAttribute('loading')]).toEqual(['lazy', 'eager'])
  expect(first.getAttribute('fetchpriority')).toBe('high')
})

test('a picture without alternative text is hidden from screen readers, like every placeholder', () => {
  render(<Picture name="home" alt="" sizes="100vw" />)

  expect(screen.queryAllByRole('img')).toEqual([])
})

test('with dark colours, the dusk pictures come first, for users who prefer a dark scheme', () => {
  const sources = listSources('home', { time: 'light', hasDarkScheme: true })

  expect(sources.map((source) => ('media' in source ? source.media : 'any'))).toEqual([
    '(prefers-color-scheme: dark)',
    '(prefers-color-scheme: dark)',
    'any',
    'any',
  ])
  expect(sources[0]?.srcSet).toContain('/images/illustrations/home/dark-480.avif 480w')
  expect(sources[2]?.srcSet).toContain('/images/illustrations/home/light-480.avif 480w')
  expect(listSources('home', { time: 'dark', hasDarkScheme: true })).toHaveLength(2)
})
