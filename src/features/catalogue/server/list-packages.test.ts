import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { listPackages } from './list-packages.ts'

test('a package cannot be bought if there is no consultant for one of its sessions', async () => {
  await using app = await startApp()
  const offers = await listPackages(app.context, async () => [{ packageId: 'my-future-pro' }])

  expect(offers).toHaveLength(6)
  expect(offers.flatMap(({ id, canBeBought }) => (canBeBought ? [] : [id]))).toEqual(['my-future-pro'])
})
