import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { memberWithApp } from '#tests/support/given/second-factor.ts'
import { removeLostFactors } from '../../second-factor/server/factor-recovery.ts'
import { revokeAllLogins } from './restore-store.ts'

const app = await startApp()
afterAll(app.close)

test('revoking all logins after a restore cancels pending factor removals', async () => {
  const ada = await memberWithApp(app)
  expect((await ada.post('/api/account/second-factor/recovery')).status).toBe(200)
  await revokeAllLogins(app.context)
  app.clock.advance({ days: 8 })
  await removeLostFactors(app.context)
  expect(await app.rows('select 1 from authenticator where account_id = $1', ada.id)).toHaveLength(1)
})
