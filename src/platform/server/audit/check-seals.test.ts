import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { checkSeals } from './check-seals.ts'
import { recordAction } from './record-action.ts'

/** A database for each test, because tampering cannot be undone. */
let app: TestApp
beforeEach(async () => {
  app = await startApp()
  const staff = await app.quickMember('administrator')
  for (const id of ['first', 'second', 'third', 'fourth']) {
    const after = { price: { GBP: 9_900 }, share: 0.1, 'a b': ['é', null] }
    const action = { action: 'story.created', object: { kind: 'story', id }, after } as const
    await recordAction(app.context.db, { now: app.clock.now, actor: { memberId: staff.id as never } }, action)
    app.clock.advance({ seconds: 1 })
  }
})
afterEach(() => app.close())

const check = () => checkSeals(app.context.db, app.clock.now())
const listFaults = async () => (await check()).broken.map(({ kind, position }) => [kind, position])

/** Tampering by someone who owns the tables or the database file. */
async function forge(statement: string) {
  await app.rows('alter table audit_entry disable trigger user')
  await app.rows('alter table audit_seal disable trigger user')
  await app.rows(statement)
  await app.rows('alter table audit_entry enable trigger user')
  await app.rows('alter table audit_seal enable trigger user')
}

test('an untouched audit log passes the check, even in another time zone', async () => {
  await app.rows("set time zone 'Asia/Tokyo'")
  expect(await check()).toEqual({ entries: 4, lastSeal: expect.stringMatching(/^[\da-f]{64}$/), broken: [] })
  await app.rows("set time zone 'UTC'")
})

test.each([
  "reason = 'Another one'",
  'actor_id = null',
  "occurred_at = occurred_at + interval '1 microsecond'",
  `after = after || '{"price": {"GBP": 1}}'`,
  "object_id = 'elsewhere'",
  "action = 'story.changed'",
])('an altered entry is found: %s', async (change) => {
  await forge(`update audit_entry set ${change} where object_id = 'second'`)
  expect(await listFaults()).toEqual([['altered', 2]])
})

test('a deleted entry is found, with or without its seal', async () => {
  await forge("delete from audit_entry where object_id = 'second'")
  expect(await listFaults()).toEqual([['missing', 2]])
  await forge('delete from audit_seal where position = 2')
  expect(await listFaults()).toEqual([
    ['missing', 2],
    ['altered', 3],
  ])
})

test('an entry inserted without a seal is found', async () => {
  await forge(`insert into audit_entry (occurred_at, action, object_kind, object_id) values (now(), 'a.b', 'c', 'd')`)
  expect(await listFaults()).toEqual([['added', 4]])
})

test('if the log is truncated after a successful check, the next check finds it', async () => {
  expect(await listFaults()).toEqual([])
  await forge("delete from audit_entry where object_id = 'fourth'")
  await forge('delete from audit_seal where position = 4')
  expect(await listFaults()).toEqual([['cut', 4]])
})

test('concurrent entries are sealed one after the other without blocking each other', async () => {
  const staff = await app.quickMember('administrator')
  const recordStory = (id: string) =>
    app.context.db
      .transaction()
      .execute((tx) =>
        recordAction(
          tx,
          { now: app.clock.now, actor: { memberId: staff.id as never } },
          { action: 'story.created', object: { kind: 'story', id } },
        ),
      )
  await Promise.all(Array.from({ length: 20 }, (_, index) => recordStory(`story-${index}`)))
  expect(await check()).toMatchObject({ entries: 24, broken: [] })
})

test.each(["update audit_seal set seal = repeat('0', 64)", 'delete from audit_seal', 'truncate audit_seal'])(
  'seals cannot be changed or deleted: %s',
  async (statement) => {
    await expect(app.rows(statement)).rejects.toThrow('Rows of audit_seal never change')
  },
)
