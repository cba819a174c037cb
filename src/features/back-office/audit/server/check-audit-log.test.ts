import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

test('if an audit entry was tampered with, every administrator is alerted once and it is logged each night', async () => {
  await using app = await startApp()
  const [grace, mary, ada] = [
    await app.quickMember('administrator'),
    await app.quickMember('administrator'),
    await app.quickMember(),
  ]
  await grace.get('/api/admin/members.csv')
  await mary.get('/api/admin/members.csv')
  await app.run('check-audit-log')
  expect(await subjectsTo(app, grace)).toEqual([])

  await app.rows('alter table audit_entry disable trigger user')
  await app.rows('update audit_entry set actor_id = $1 where actor_id = $2', mary.id, grace.id)
  await app.rows('alter table audit_entry enable trigger user')
  await app.run('check-audit-log')
  await app.run('check-audit-log')

  for (const administrator of [grace, mary]) {
    expect(await subjectsTo(app, administrator)).toEqual(['Someone changed the audit log from outside the site'])
  }
  expect(await subjectsTo(app, ada)).toEqual([])
  expect(
    app.logLines.filter((line) => line.includes('the audit log was changed') || line.includes('altered')),
  ).toHaveLength(2)
})

async function subjectsTo(app: Parameters<typeof emailsTo>[0], { person }: { person: { email: string } }) {
  return (await emailsTo(app, person.email)).map(({ subject }) => subject)
}
