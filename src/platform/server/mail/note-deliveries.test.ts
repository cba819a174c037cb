import { expect, test } from 'vitest'
import { migrate } from '#platform/server/db/migrate.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import { queueMail } from './queue-mail.ts'

/** As the database was before deliveries were noted. */
async function undoMigrations(app: TestApp) {
  for (const table of ['news_recipient', 'news', 'mail_delivery']) await app.rows(`drop table ${table}`)
  await app.rows('drop index mail_created_at_idx')
  await app.rows('alter table mail drop column unsubscribe_url')
  await app.rows("delete from schema_migration where name in ('0034-mail-log.sql', '0039-unsent-deliveries.sql')")
}

test('what was written before deliveries were noted stands in the log, and what waits is still delivered, once', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const write = (to: string) =>
    queueMail(app.context.db, app.context, `test:${to}`, { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })
  await write('sent@example.org')
  await app.settle()
  await write('waiting@example.org')
  await undoMigrations(app)

  expect(await migrate(app.database.pool)).toEqual(['0034-mail-log.sql', '0039-unsent-deliveries.sql'])

  const stateOf = async (recipient: string) => {
    const { items } = (await administrator.get(`/api/admin/mails?recipient=${recipient}`)).body.data
    return items.map(({ state }: { state: string }) => state)
  }
  expect([await stateOf('sent@'), await stateOf('waiting@')]).toEqual([['sent'], ['waiting']])
  await app.settle()
  expect(await stateOf('waiting@')).toEqual(['sent'])
  expect(app.mails.map(({ to }) => to).sort()).toEqual(['sent@example.org', 'waiting@example.org'])
})
