import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { useLoaded } from './loaded.tsx'

const getCount = endpoint('GET /api/count', { summary: 'Counts', access: 'public', response: z.number() })

function Count() {
  const { found, reload } = useLoaded(getCount)
  return (
    <button type="button" onClick={reload}>
      {found.state === 'loaded' ? found.value : 'nothing'}
    </button>
  )
}

test('an older response does not replace a newer one', async () => {
  const [older, newer] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
  fakeServer(older.promise, newer.promise)
  const { user } = visit('/', { '/': Count })
  await user.click(screen.getByText('nothing'))
  await act(async () => newer.resolve(granted(getCount, 2)))
  await act(async () => older.resolve(granted(getCount, 1)))
  expect(await screen.findByText('2')).toBeTruthy()
})
