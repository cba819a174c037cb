import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { visit } from '#tests/support/web/visit.tsx'
import { LazyPanel } from './lazy-panel.tsx'

const load = vi
  .fn<() => Promise<{ words: string }>>()
  .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  .mockResolvedValueOnce({ words: 'Here it is' })

function Page() {
  return (
    <>
      <h1>The page</h1>
      <LazyPanel load={load} waiting="One moment">
        {({ words }) => words}
      </LazyPanel>
    </>
  )
}

test('if a panel cannot be loaded, the page stays and the panel can be loaded again', async () => {
  const { user } = visit('/', { '/': Page })
  expect(screen.getByText('One moment')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here it is')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
})
