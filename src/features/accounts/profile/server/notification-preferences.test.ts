import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

const save = (member: Member, choices: unknown) => member.send('PUT', '/api/account/notifications', { choices })
const stored = (member: Member) =>
  app.rows(
    'select kind, channel, is_on from notification_choice where account_id = $1 order by kind, channel',
    member.id,
  )

test('only the preferences sent are stored, even if they equal the default', async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const { status, body } = await save(ada, [
    { kind: 'news', channel: 'email', isOn: true },
    { kind: 'sessions', channel: 'sms', isOn: true },
  ])
  expect([status, body.message]).toEqual([200, 'Profile updated successfully!'])
  expect(body.data.notifications).toHaveLength(8)
  expect(body.data.notifications).toContainEqual({ kind: 'sessions', channel: 'sms', isOn: true })
  expect(await stored(ada)).toEqual([
    { kind: 'news', channel: 'email', is_on: true },
    { kind: 'sessions', channel: 'sms', is_on: true },
  ])
  expect(await stored(grace)).toEqual([])
})

test('the last preference saved wins, and concurrent saves do not deadlock', async () => {
  const ada = await app.quickMember()
  const on = [
    { kind: 'news', channel: 'email', isOn: true },
    { kind: 'purchases', channel: 'email', isOn: true },
  ]
  const answers = await Promise.all([save(ada, on), save(ada, on.toReversed())])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await save(ada, [{ kind: 'news', channel: 'email', isOn: false }])
  expect((await ada.get('/api/account')).body.data.notifications).toContainEqual({
    kind: 'news',
    channel: 'email',
    isOn: false,
  })
})

test('a form loaded before the member was known to be under 18 cannot opt in to the newsletter', async () => {
  const ada = await app.quickMember()
  await ada.send('PATCH', '/api/account', { guardian: { name: 'Annabella Milbanke', email: 'annabella@example.org' } })
  const choices = [{ kind: 'news', channel: 'email', isOn: true }]
  const stale = await save(ada, choices)
  expect([stale.status, stale.body.code]).toEqual([409, 'under-18'])
  expect(await stored(ada)).toEqual([])

  const asked = await ada.send('PUT', '/api/account/notifications', { choices, isYoung: true })
  expect(asked.body.data.notifications).toContainEqual({ kind: 'news', channel: 'email', isOn: true })
})

const news = { kind: 'news', channel: 'email', isOn: true }

test.each([
  ['an account id', [{ ...news, accountId: 'x' }]],
  ['two values for one choice', [news, { ...news, isOn: false }]],
])('rejects %s', async (_, choices) => {
  const ada = await app.quickMember()
  expect((await save(ada, choices)).status).toBe(400)
  expect(await stored(ada)).toEqual([])
})
