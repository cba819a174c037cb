import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '../support/start-app.ts'

const [, statement = ''] = /```sql\n(.*?)```/s.exec(readFileSync('docs/operations/secrets.md', 'utf8')) ?? []

test('the statement that ends all sessions leaves nobody logged in', async () => {
  await using app = await startApp()
  const members = [await app.quickMember(), await app.quickMember()]
  for (const member of members) expect((await member.get('/api/auth/me')).status).toBe(200)
  await app.database.pool.query(statement)
  for (const member of members) expect((await member.get('/api/auth/me')).status).toBe(401)
})
