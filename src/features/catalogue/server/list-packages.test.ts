import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { listPackages } from './list-packages.ts'

test('a package cannot be bought if one of its sessions has no consultant', async () => {
  await using app = await startApp()
  const offers = await listPackages(app.context, async () => [{ packageId: 'my-future-pro' }])

  expect(offers).toHaveLength(6)
  expect(offers.flatMap(({ id, canBeBought }) => (canBeBought ? [] : [id]))).toEqual(['my-future-pro'])
})
