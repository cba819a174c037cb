import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../tests/support/start-app.ts'
import { recordAction } from './record-action.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

function asAdministrator(person = administrator) {
  const actor = { memberId: person.id, sessionId: '', role: 'administrator', confirmedAt: new Date() } as never
  return { ...app.context, actor }
}

const entriesOf = (objectId: string) =>
  app.rows('select action, object_kind, reason, before, after from audit_entry where object_id = $1', objectId)

test('what staff do stands in the log with its reason, and how it was before and after', async () => {
  await recordAction(app.context.db, asAdministrator(), {
    action: 'package.version-published',
    object: { kind: 'package', id: 'study-world-basic' },
    reason: 'The price of the year',
    before: { price: { GBP: 9_900 } },
    after: { price: { GBP: 10_900 } },
  })
  expect(await entriesOf('study-world-basic')).toEqual([
    {
      action: 'package.version-published',
      object_kind: 'package',
      reason: 'The price of the year',
      before: { price: { GBP: 9_900 } },
      after: { price: { GBP: 10_900 } },
    },
  ])
})

test('an action that is taken back with its transaction leaves no trace', async () => {
  const attempt = app.context.db.transaction().execute(async (tx) => {
    await recordAction(tx, asAdministrator(), { action: 'story.told', object: { kind: 'story', id: 'half-told' } })
    throw new Error('The story could not be told')
  })
  await expect(attempt).rejects.toThrow('could not be told')
  expect(await entriesOf('half-told')).toEqual([])
})

test.each(["update audit_entry set reason = 'Another one'", 'delete from audit_entry', 'truncate audit_entry'])(
  'what was recorded cannot be changed nor deleted: %s',
  async (statement) => {
    await recordAction(app.context.db, asAdministrator(), {
      action: 'story.told',
      object: { kind: 'story', id: 'kept' },
    })
    await expect(app.rows(statement)).rejects.toThrow('Rows of audit_entry never change')
  },
)

test.each(['password', 'newPassword', 'accessToken', 'secret'])('a %s is never recorded', async (key) => {
  const action = { action: 'member.disabled', object: { kind: 'member', id: 'secretive' } } as const
  const attempt = recordAction(app.context.db, asAdministrator(), { ...action, after: { inside: [{ [key]: 'x' }] } })
  await expect(attempt).rejects.toThrow('never holds secrets')
  expect(await entriesOf('secretive')).toEqual([])
})

test('whoever is in the log, as staff or as a member, can leave; the log keeps their numbers and no name', async () => {
  const [leaver, member] = [await app.quickMember('administrator'), await app.quickMember()]
  await app.quickMember('administrator')
  await recordAction(app.context.db, asAdministrator(leaver), {
    action: 'member.disabled',
    object: { kind: 'member', id: member.id },
  })
  // Staff who leave are members first.
  await app.rows("update account set role = 'member' where id = $1", leaver.id)
  for (const person of [leaver, member])
    expect((await person.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  const entries = await app.rows(
    'select to_jsonb(audit_entry) as entry from audit_entry where object_id = $1',
    member.id,
  )
  expect(entries).toMatchObject([{ entry: { actor_id: leaver.id, object_id: member.id } }])
})
