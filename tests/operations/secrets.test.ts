import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '../support/app/start-app.ts'

const [, statement = ''] = /```sql\n(.*?)```/s.exec(readFileSync('docs/operations/secrets.md', 'utf8')) ?? []

test('the documented SQL statement ends all sessions', async () => {
  await using app = await startApp()
  const members = [await app.quickMember(), await app.quickMember()]
  for (const member of members) expect((await member.get('/api/auth/me')).status).toBe(200)
  await app.database.pool.query(statement)
  for (const member of members) expect((await member.get('/api/auth/me')).status).toBe(401)
})
