import { afterAll, expect, test } from 'vitest'
import { recordAction } from '#platform/server/record-action.ts'
import { recordedOf } from '../../../../tests/support/audit.ts'
import { givenHeldSession, ratingOf } from '../../../../tests/support/ratings.ts'
import { type Member, startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

const recording = (by: Member, now: string, action: `${string}.${string}`, id: string, more = {}) =>
  recordAction(
    app.context.db,
    { now: () => new Date(now), actor: { memberId: by.id } as never },
    { action, object: { kind: action.split('.')[0] ?? '', id }, ...more },
  )

async function listed(query: Record<string, string>, path = '/api/admin/audit') {
  const reader = await app.returning(administrator)
  return (await reader.get(`${path}?${new URLSearchParams(query)}`)).body.data
}

test('the log is found by who, what, on what and when, days being those of London', async () => {
  const [ann, ben] = [await app.quickMember('administrator'), await app.quickMember('administrator')]
  await recording(ann, '2024-06-30T22:59:59Z', 'package.published', 'one')
  await recording(ann, '2024-06-30T23:00:00Z', 'package.published', 'two', {
    reason: 'New price',
    before: { net: 9_900 },
    after: { net: 10_900 },
  })
  await recording(ben, '2024-07-01T22:59:59Z', 'company.changed', 'company')
  await recording(ben, '2024-07-01T23:00:00Z', 'package.withdrawn', 'one')
  const idsOf = async (query: Record<string, string>) =>
    (await listed({ from: '2024-06-01', until: '2024-07-31', ...query })).items.map(
      ({ object }: { object: { id: string } }) => object.id,
    )

  expect(await idsOf({})).toEqual(['one', 'company', 'two', 'one'])
  expect(await idsOf({ actor: ann.id })).toEqual(['two', 'one'])
  expect(await idsOf({ kind: 'package' })).toEqual(['one', 'two', 'one'])
  expect(await idsOf({ kind: 'package', object: 'one' })).toEqual(['one', 'one'])
  expect(await idsOf({ action: 'package.withdrawn' })).toEqual(['one'])
  expect(await idsOf({ from: '2024-07-01', until: '2024-07-01' })).toEqual(['company', 'two'])
  const [found] = (await listed({ kind: 'package', object: 'two' })).items
  expect(found).toMatchObject({
    actor: { id: ann.id, name: 'Ada Lovelace' },
    reason: 'New price',
    before: { net: 9_900 },
    after: { net: 10_900 },
  })

  const choices = await listed({}, '/api/admin/audit/choices')
  expect(choices.kinds).toEqual(expect.arrayContaining(['company', 'package']))
  expect(choices.actions).toEqual(expect.arrayContaining(['company.changed', 'package.published', 'package.withdrawn']))
  expect(new Set(choices.actors.map(({ id }: { id: string }) => id))).toEqual(new Set([ann.id, ben.id]))
})

test('page by page each line comes once, also while others are written', async () => {
  for (const id of ['1', '2', '3', '4', '5'])
    await recording(administrator, `2023-01-0${id}T12:00:00Z`, 'page.turned', id)
  const first = await listed({ kind: 'page', limit: '2' })
  await recording(administrator, '2023-01-06T12:00:00Z', 'page.turned', '6')
  const second = await listed({ kind: 'page', limit: '2', cursor: first.nextCursor })
  const third = await listed({ kind: 'page', limit: '2', cursor: second.nextCursor })
  const seen = [first, second, third].flatMap(({ items }) =>
    items.map(({ object }: { object: { id: string } }) => object.id),
  )
  expect(seen).toEqual(['5', '4', '3', '2', '1'])
  expect(third.nextCursor).toBeNull()
})

test('the file holds what the list shows, with the same filter, and no formula', async () => {
  await recording(administrator, '2022-01-01T12:00:00Z', 'sheet.filled', 'sheet', { reason: '=HYPERLINK("x")' })
  await recording(administrator, '2022-01-02T12:00:00Z', 'other.filled', 'sheet')
  const reader = await app.returning(administrator)
  const answer = await app.app.inject({
    url: '/api/admin/audit.csv?kind=sheet',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(answer.headers['content-disposition']).toMatch(/filename="audit-log-\d{4}-\d\d-\d\d\.csv"/)
  const [heading, line, ...rest] = answer.payload.split('\r\n')
  expect(heading).toMatch(/^\uFEFF"When \(UTC\)","Who"/)
  expect(line).toBe(
    `2022-01-01 12:00:00,"Ada Lovelace","${administrator.id}","sheet.filled","sheet","sheet","'=HYPERLINK(""x"")",,`,
  )
  expect(rest).toEqual([''])
})

test('whoever has left the staff stays in the log without a name', async () => {
  const leaver = await app.quickMember('administrator')
  await recording(leaver, '2021-01-01T12:00:00Z', 'leaving.done', 'leaving')
  // Staff who leave are members first.
  await app.rows("update account set role = 'member' where id = $1", leaver.id)
  await leaver.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  const [entry] = (await listed({ kind: 'leaving' })).items
  expect(entry.actor).toEqual({ id: leaver.id, name: null })
})

test('news, mails sent again, answers, renewed addresses, stories and the archive stand in the log', async () => {
  const staff = await app.quickMember('administrator')
  const sendingId = crypto.randomUUID()
  const news = { sendingId, subject: 'News', text: 'There is news.' }
  await staff.post('/api/admin/news', news)
  await staff.post('/api/admin/news', news)
  expect(await recordedOf(app, 'news', sendingId)).toMatchObject([{ action: 'news.sent', who: staff.id }])

  const member = await app.quickMember()
  await member.post('/api/conversation/messages', { id: crypto.randomUUID(), text: 'Which package?' })
  const conversation = `/api/admin/conversations/${member.id}`
  const answer = { id: crypto.randomUUID(), text: 'This one.', seenUntil: null }
  await staff.post(`${conversation}/messages`, answer)
  await staff.post(`${conversation}/messages`, answer)
  await staff.post(`${conversation}/answered`, { seenUntil: app.context.now().toISOString() })
  await staff.post(`${conversation}/reply-address`)
  const answered = await recordedOf(app, 'conversation', member.id)
  expect(answered.map(({ action }) => action)).toEqual([
    'conversation.answered',
    'conversation.marked-answered',
    'conversation.reply-address-renewed',
  ])
  expect(JSON.stringify(answered)).not.toContain('This one')

  await app.settle()
  const [{ id: mailId }] = await app.rows('select id from mail where recipient = $1 limit 1', member.person.email)
  await staff.post(`/api/admin/mails/${mailId}/resend`)
  expect(await recordedOf(app, 'mail', mailId)).toMatchObject([{ action: 'mail.resent', who: staff.id }])

  const held = await givenHeldSession(app)
  await held.member.send('PUT', held.path, ratingOf({ mayPublish: true }))
  const told = { ratingId: held.bookingId, title: 'A plan', start: 'At a loss', work: 'Talks', result: 'A plan' }
  const narrator = await app.returning(staff)
  const { body } = await narrator.post('/api/admin/stories', told)
  expect(await recordedOf(app, 'story', body.data.id)).toMatchObject([{ action: 'story.told', who: staff.id }])

  const bearer = { authorization: `Bearer ${narrator.token}` }
  await app.app.inject({ url: '/api/admin/documents/archive?from=2020-01-01&until=2020-01-31', headers: bearer })
  expect(await recordedOf(app, 'archive', '2020-01-01 to 2020-01-31')).toMatchObject([
    { action: 'archive.opened', who: staff.id, after: { papers: 0 } },
  ])
})
