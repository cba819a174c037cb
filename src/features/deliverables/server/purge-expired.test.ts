import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenDraftedItem, itemPath, workPath } from '#tests/support/given/deliverables.ts'
import { countFiles } from '#tests/support/given/files.ts'

const app = await startApp()
afterAll(app.close)

test('delivered items are purged with their files after six years and not created again', async () => {
  const { member, consultant, item } = await givenDraftedItem(app)
  await consultant.post(workPath(item, '/delivery'))
  const before = await countFiles(app)
  await app.rows(
    "update entitlement set starts_at = starts_at - interval '7 years', ends_at = ends_at - interval '7 years' where id = $1",
    item.entitlementId,
  )
  await app.run('purge-deliverables')
  expect((await member.get(itemPath(item))).status).toBe(404)
  expect((await countFiles(app)).files).toBe(before.files - 1)
  await app.run('create-deliverables')
  const { body } = await member.get('/api/deliverables?limit=100')
  // Undelivered items are kept, because they are still owed.
  expect(body.data.items).toHaveLength(16)
})
