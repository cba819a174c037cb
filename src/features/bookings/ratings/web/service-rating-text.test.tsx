import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ServiceRatingText } from './service-rating-text.tsx'

afterEach(cleanup)

test('says the average, how many sessions were rated, and who can rate', () => {
  const { container } = render(<ServiceRatingText rating={{ serviceType: 'MY_FUTURE', average: 4, count: 1_023 }} />)
  expect(container.textContent).toBe(
    'Rated 4.0 out of 5 · 1,023 ratings of sessions heldOnly members who had a session can rate it, and every rating counts.',
  )
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})

test('shows nothing while the average is not public', () => {
  expect(render(<ServiceRatingText rating={null} />).container.textContent).toBe('')
})
