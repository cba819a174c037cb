import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(cleanup)

test('the smaller format comes first, in every width that was made, and dusk for users who prefer dark colours', () => {
  render(<Picture name="my-future-hero" alt="A fork in the road" sizes="50vw" />)

  expect(sourcesOf('A fork in the road').map(({ type, media, sizes }) => [type, media, sizes])).toEqual([
    ['image/avif', '(prefers-color-scheme: dark)', '50vw'],
    ['image/webp', '(prefers-color-scheme: dark)', '50vw'],
    ['image/avif', '', '50vw'],
    ['image/webp', '', '50vw'],
  ])
  const widthsAt = (time: string) =>
    [480, 640, 800, 1200, 1600]
      .map((width) => `/images/illustrations/my-future-hero/${time}-${width}.avif ${width}w`)
      .join(', ')
  expect(sourcesOf('A fork in the road').map(({ srcset }) => srcset)).toEqual([
    widthsAt('dark'),
    widthsAt('dark').replaceAll('avif', 'webp'),
    widthsAt('light'),
    widthsAt('light').replaceAll('avif', 'webp'),
  ])
})

test('space is reserved for a picture, which loads only when it is near, unless the page says otherwise', () => {
  render(<Picture name="my-future-cv" alt="A CV" sizes="50vw" />)
  render(<Picture name="home" alt="Three worlds" sizes="100vw" isFirst />)

  const [later, first] = [screen.getByRole('img', { name: 'A CV' }), screen.getByRole('img', { name: 'Three worlds' })]
  expect([later.getAttribute('width'), later.getAttribute('height')]).toEqual(['1200', '900'])
  expect([later.getAttribute('loading'), first.getAttribute('loading')]).toEqual(['lazy', 'eager'])
  expect(first.getAttribute('fetchpriority')).toBe('high')
  expect(sourcesOf('Three worlds').map((source) => source.dataset.inline)).toEqual([
    undefined,
    undefined,
    '',
    undefined,
    undefined,
  ])
})

test('a picture without alternative text is hidden from screen readers, like every placeholder', () => {
  render(<Picture name="home" alt="" sizes="100vw" />)

  expect(screen.queryAllByRole('img')).toEqual([])
})

function sourcesOf(name: string): HTMLSourceElement[] {
  return [...(screen.getByRole('img', { name }).parentElement?.querySelectorAll('source') ?? [])]
}
