import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { recordAction } from './record-action.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

function asAdministrator(person = administrator) {
  const actor = { memberId: person.id, sessionId: '', role: 'administrator', confirmedAt: new Date() } as never
  return { ...app.context, actor }
}

const findEntries = (objectId: string) =>
  app.rows('select action, object_kind, reason, before, after from audit_entry where object_id = $1', objectId)

test('an audit entry keeps the reason and the values before and after', async () => {
  await recordAction(app.context.db, asAdministrator(), {
    action: 'package.version-published',
    object: { kind: 'package', id: 'study-world-basic' },
    reason: 'The price of the year',
    before: { price: { GBP: 9_900 } },
    after: { price: { GBP: 10_900 } },
  })
  expect(await findEntries('study-world-basic')).toEqual([
    {
      action: 'package.version-published',
      object_kind: 'package',
      reason: 'The price of the year',
      before: { price: { GBP: 9_900 } },
      after: { price: { GBP: 10_900 } },
    },
  ])
})

test('a rolled-back action leaves no audit entry', async () => {
  const attempt = app.context.db.transaction().execute(async (tx) => {
    await recordAction(tx, asAdministrator(), { action: 'story.created', object: { kind: 'story', id: 'half-told' } })
    throw new Error('The transaction failed')
  })
  await expect(attempt).rejects.toThrow('The transaction failed')
  expect(await findEntries('half-told')).toEqual([])
})

test.each(["update audit_entry set reason = 'Another one'", 'delete from audit_entry', 'truncate audit_entry'])(
  'audit entries cannot be changed or deleted: %s',
  async (statement) => {
    await recordAction(app.context.db, asAdministrator(), {
      action: 'story.created',
      object: { kind: 'story', id: 'kept' },
    })
    await expect(app.rows(statement)).rejects.toThrow('Rows of audit_entry never change')
  },
)

test.each(['password', 'newPassword', 'accessToken', 'secret'])('a %s is never recorded', async (key) => {
  const action = { action: 'member.disabled', object: { kind: 'member', id: 'secretive' } } as const
  const attempt = recordAction(app.context.db, asAdministrator(), { ...action, after: { inside: [{ [key]: 'x' }] } })
  await expect(attempt).rejects.toThrow('must not contain secrets')
  expect(await findEntries('secretive')).toEqual([])
})

test('deleting an account keeps its id, but no name, in the audit log', async () => {
  const [leaver, member] = [await app.quickMember('administrator'), await app.quickMember()]
  await app.quickMember('administrator')
  await recordAction(app.context.db, asAdministrator(leaver), {
    action: 'member.disabled',
    object: { kind: 'member', id: member.id },
  })
  // Staff must become members before they can delete their account.
  await app.rows("update account set role = 'member' where id = $1", leaver.id)
  for (const person of [leaver, member])
    expect((await person.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  const entries = await app.rows(
    'select to_jsonb(audit_entry) as entry from audit_entry where object_id = $1',
    member.id,
  )
  expect(entries).toMatchObject([{ entry: { actor_id: leaver.id, object_id: member.id } }])
})
