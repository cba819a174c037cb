import { afterAll, expect, test } from 'vitest'
import { recordAction } from '#platform/server/audit/record-action.ts'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenHeldSession, newRating } from '#tests/support/given/ratings.ts'
import { buy } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const administrator = await app.quickMember('administrator')

const record = (by: Member, now: string, action: `${string}.${string}`, id: string, details = {}) =>
  recordAction(
    app.context.db,
    { now: () => new Date(now), actor: { memberId: by.id } as never },
    { action, object: { kind: action.split('.')[0] ?? '', id }, ...details },
  )

async function readLog(query: Record<string, string>, path = '/api/admin/audit') {
  const reader = await app.returning(administrator)
  return (await reader.get(`${path}?${new URLSearchParams(query)}`)).body.data
}

test('the audit log can be filtered by actor, object, action and London dates', async () => {
  const [ann, ben] = [await app.quickMember('administrator'), await app.quickMember('administrator')]
  await record(ann, '2024-06-30T22:59:59Z', 'package.published', 'one')
  await record(ann, '2024-06-30T23:00:00Z', 'package.published', 'two', {
    reason: 'New price',
    before: { net: 9_900 },
    after: { net: 10_900 },
  })
  await record(ben, '2024-07-01T22:59:59Z', 'company.changed', 'company')
  await record(ben, '2024-07-01T23:00:00Z', 'package.withdrawn', 'one')
  const listObjectIds = async (query: Record<string, string>) =>
    (await readLog({ from: '2024-06-01', until: '2024-07-31', ...query })).items.map(
      ({ object }: { object: { id: string } }) => object.id,
    )

  expect(await listObjectIds({})).toEqual(['one', 'company', 'two', 'one'])
  expect(await listObjectIds({ actor: ann.id })).toEqual(['two', 'one'])
  expect(await listObjectIds({ kind: 'package' })).toEqual(['one', 'two', 'one'])
  expect(await listObjectIds({ kind: 'package', object: 'one' })).toEqual(['one', 'one'])
  expect(await listObjectIds({ action: 'package.withdrawn' })).toEqual(['one'])
  expect(await listObjectIds({ from: '2024-07-01', until: '2024-07-01' })).toEqual(['company', 'two'])
  const [packageEntry] = (await readLog({ kind: 'package', object: 'two' })).items
  expect(packageEntry).toMatchObject({
    actor: { id: ann.id, name: 'Ada Lovelace' },
    reason: 'New price',
    before: { net: 9_900 },
    after: { net: 10_900 },
  })

  const choices = await readLog({}, '/api/admin/audit/choices')
  expect(choices.kinds).toEqual(expect.arrayContaining(['company', 'package']))
  expect(choices.actions).toEqual(expect.arrayContaining(['company.changed', 'package.published', 'package.withdrawn']))
  expect(new Set(choices.actors.map(({ id }: { id: string }) => id))).toEqual(new Set([ann.id, ben.id]))
})

test('the CSV contains the filtered entries and escapes formulas', async () => {
  await record(administrator, '2022-01-01T12:00:00Z', 'sheet.filled', 'sheet', { reason: '=HYPERLINK("x")' })
  await record(administrator, '2022-01-02T12:00:00Z', 'other.filled', 'sheet')
  const reader = await app.returning(administrator)
  const answer = await app.app.inject({
    url: '/api/admin/audit.csv?kind=sheet',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(answer.headers['content-disposition']).toMatch(/filename="audit-log-\d{4}-\d\d-\d\d\.csv"/)
  const [heading, line, ...remaining] = answer.payload.split('\r\n')
  expect(heading).toMatch(/^\uFEFF"When \(UTC\)","Who"/)
  expect(line).toBe(
    `2022-01-01 12:00:00,"Ada Lovelace","${administrator.id}","sheet.filled","sheet","sheet",,"'=HYPERLINK(""x"")",,`,
  )
  expect(remaining).toEqual([''])
})

test('audited objects and changed ids are shown by their current names', async () => {
  const { member, id: purchaseId } = await buy(app)
  const [{ id: packageId }] = await app.rows('select id from entitlement where purchase_id = $1', purchaseId)
  const [{ reference }] = await app.rows('select reference from purchase where id = $1', purchaseId)
  const day = '2020-05-01'
  const at = `${day}T12:00:00Z`
  await record(administrator, at, 'member.disabled', member.id)
  await record(administrator, at, 'purchase.refunded', purchaseId, { after: { member: member.id } })
  await record(administrator, at, 'package.extended', packageId)
  await record(administrator, at, 'package.published', 'my-future-basic')
  await record(administrator, at, 'member.erased', crypto.randomUUID())
  type Line = { action: string; object: { name: string | null; memberId: string | null }; names: object }
  const lines = (await readLog({ from: day, until: day })).items as Line[]
  const findLine = (action: string) => lines.find((line) => line.action === action)
  expect(findLine('member.disabled')?.object).toMatchObject({ name: 'Ada Lovelace', memberId: member.id })
  expect(findLine('purchase.refunded')).toMatchObject({
    object: { name: `${reference}, MY FUTURE WEEK, Ada Lovelace` },
    names: { [member.id]: 'Ada Lovelace' },
  })
  expect(findLine('package.extended')?.object).toMatchObject({
    name: 'MY FUTURE WEEK, Ada Lovelace',
    memberId: member.id,
  })
  expect(findLine('package.published')?.object).toMatchObject({ name: 'MY FUTURE WEEK', memberId: null })
  expect(findLine('member.erased')?.object).toMatchObject({ name: null, memberId: null })
})

test("a deleted administrator's entries stay in the audit log without a name", async () => {
  const leaver = await app.quickMember('administrator')
  await record(leaver, '2021-01-01T12:00:00Z', 'leaving.done', 'leaving')
  // Staff have to become members before they can delete their account.
  await app.rows("update account set role = 'member' where id = $1", leaver.id)
  await leaver.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  const [entry] = (await readLog({ kind: 'leaving' })).items
  expect(entry.actor).toEqual({ id: leaver.id, name: null })
})

test('newsletters, resent emails, replies, stories and archive downloads are audited', async () => {
  const staff = await app.quickMember('administrator')
  const sendingId = crypto.randomUUID()
  const newsletter = { sendingId, subject: 'News', text: 'There is news.' }
  await staff.post('/api/admin/newsletters', newsletter)
  await staff.post('/api/admin/newsletters', newsletter)
  expect(await listAuditEntries(app, 'newsletter', sendingId)).toMatchObject([
    { action: 'newsletter.sent', who: staff.id },
  ])

  const member = await app.quickMember()
  await member.post('/api/conversation/messages', { id: crypto.randomUUID(), text: 'Which package?' })
  const conversation = `/api/admin/conversations/${member.id}`
  const answer = { id: crypto.randomUUID(), text: 'This one.', seenUntil: null }
  await staff.post(`${conversation}/messages`, answer)
  await staff.post(`${conversation}/messages`, answer)
  await staff.post(`${conversation}/answered`, { seenUntil: app.context.now().toISOString() })
  await staff.post(`${conversation}/reply-address`)
  const recorded = await listAuditEntries(app, 'conversation', member.id)
  expect(recorded.map(({ action }) => action)).toEqual([
    'conversation.answered',
    'conversation.marked-answered',
    'conversation.reply-address-renewed',
  ])
  expect(JSON.stringify(recorded)).not.toContain('This one')

  await app.settle()
  const [{ id: emailId }] = await app.rows('select id from email where recipient = $1 limit 1', member.person.email)
  await staff.post(`/api/admin/emails/${emailId}/resend`)
  expect(await listAuditEntries(app, 'email', emailId)).toMatchObject([{ action: 'email.resent', who: staff.id }])

  const session = await givenHeldSession(app)
  await session.member.send('PUT', session.path, newRating({ mayPublish: true }))
  const story = { ratingId: session.bookingId, title: 'A plan', start: 'At a loss', work: 'Talks', result: 'A plan' }
  const renewedStaff = await app.returning(staff)
  const { body } = await renewedStaff.post('/api/admin/stories', story)
  expect(await listAuditEntries(app, 'story', body.data.id)).toMatchObject([{ action: 'story.created', who: staff.id }])

  const bearer = { authorization: `Bearer ${renewedStaff.token}` }
  await app.app.inject({ url: '/api/admin/documents/archive?from=2020-01-01&until=2020-01-31', headers: bearer })
  expect(await listAuditEntries(app, 'archive', '2020-01-01 to 2020-01-31')).toMatchObject([
    { action: 'archive.downloaded', who: staff.id, after: { documents: 0 } },
  ])
})
