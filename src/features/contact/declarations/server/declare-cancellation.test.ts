import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { declareCancellation, listOutcomes, readOrderReference } from '#tests/support/given/cancellations.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { buy } from '#tests/support/given/refunds.ts'

const typed = { name: 'Ada Lovelace', orderReference: 'FW 2026 42', email: 'ada@example.org' }

test('a declaration is acknowledged at once with what was declared and when, to the second', async () => {
  await using app = await startApp()
  const { status, body } = await declareCancellation(app, typed)
  const [email] = await emailsTo(app, typed.email)

  expect([status, body]).toMatchObject([
    200,
    { message: 'We’ve received your cancellation.', data: { ...typed, orderReference: 'fw-2026-000042' } },
  ])
  const second = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Europe/London' })
  expect(email?.subject).toMatch(/^We’ve received your cancellation \(W-[0-9A-Z]{4}-[0-9A-Z]{4}\)$/)
  for (const part of ['Ada Lovelace', 'FW-2026-000042', second.format(new Date(body.data.declaredAt)), '(London time)'])
    expect(email?.text).toContain(part)
  expect(email?.replyTo).toBe('hello@futureworld.example')
})

test('neither the answer nor the acknowledgement tells whether there is such an order', async () => {
  await using app = await startApp()
  const { member, id } = await buy(app)
  const orderReference = await readOrderReference(app, id)
  const { email } = member.person
  const attempts = [
    { orderReference, email },
    { orderReference: 'test-2026-999999', email },
    { orderReference, email: 'stranger@example.org' },
    { orderReference: 'test-2026-999999', email: 'nobody@example.org' },
  ]
  const answers = []
  for (const attempt of attempts) answers.push(await declareCancellation(app, attempt))
  await app.settle()

  const acknowledgements = app.mails.filter(({ subject }) => subject.startsWith('We’ve received your cancellation'))
  const withoutDetails = (text: string) =>
    [...attempts.flatMap((attempt) => [attempt.orderReference.toUpperCase(), attempt.email])]
      .reduce((rest, detail) => rest.replaceAll(detail, '…'), text)
      .replaceAll(/W-\w{4}-\w{4}|\d\d:\d\d:\d\d/g, '…')
  expect(new Set(answers.map(({ status, body }) => [status, body.message, Object.keys(body.data)].join())).size).toBe(1)
  expect(acknowledgements).toHaveLength(4)
  expect(new Set(acknowledgements.map(({ text }) => withoutDetails(text))).size).toBe(1)
})

test('pressing twice declares once, and another declaration under the same id is refused', async () => {
  await using app = await startApp()
  const id = randomUUID()
  const [first, second] = await Promise.all([1, 2].map(() => declareCancellation(app, { id, ...typed })))
  const other = await declareCancellation(app, { id, ...typed, name: 'Grace Hopper' })

  expect(second?.body).toEqual(first?.body)
  expect([other.status, other.body.code]).toEqual([409, 'already-declared'])
  expect(await emailsTo(app, typed.email)).toHaveLength(1)
  expect(await app.rows('select 1 from cancellation')).toHaveLength(1)
})

test.each([
  [
    { name: ' ', orderReference: '', email: '' },
    {
      name: 'Name is required',
      orderReference: 'Order reference is required',
      email: 'Email is required',
    },
  ],
  [{ name: 'Win at cheap.example' }, { name: 'Use only your name: letters, spaces and . , ’ -' }],
  [{ orderReference: 'call me' }, { orderReference: 'Enter it as in FW-2026-000042, or type “unknown”' }],
  [{ email: 'ada@example' }, { email: 'Email is invalid' }],
])('rejects %j with an error for each invalid field', async (changes, errors) => {
  await using app = await startApp()
  const { status, body } = await declareCancellation(app, { ...typed, ...changes })
  expect([status, body.errors]).toEqual([400, errors])
  expect(app.mails).toEqual([])
})

test('beyond the limits of an address or an order, a declaration counts but only staff match it', async () => {
  await using app = await startApp()
  const declare = async (details: object) => (await declareCancellation(app, { ...typed, ...details })).status
  const statuses = []
  for (let attempt = 0; attempt < 6; attempt += 1)
    statuses.push(await declare({ orderReference: `fw-2026-${attempt + 1}` }))
  for (let attempt = 0; attempt < 21; attempt += 1)
    statuses.push(await declare({ orderReference: 'fw-2026-7', email: `ada+${attempt}@example.org` }))
  await app.settle()

  expect(new Set(statuses)).toEqual(new Set([200]))
  const outcomes = (await listOutcomes(app)).map(([outcome]) => outcome)
  expect([outcomes.slice(0, 5), outcomes[5]]).toEqual([Array(5).fill('no-match'), 'not-matched'])
  expect([outcomes.slice(6, 26), outcomes[26]]).toEqual([Array(20).fill('no-match'), 'not-matched'])
  expect(await emailsTo(app, typed.email, 'cancel')).toHaveLength(5)
})

test('a network is limited, so that no one can try out orders', async () => {
  await using app = await startApp()
  const byNetwork = []
  for (let attempt = 0; attempt < 31; attempt += 1) {
    const body = { ...typed, id: randomUUID(), orderReference: 'unknown', email: `grace+${attempt}@example.org` }
    byNetwork.push((await app.visitor.post('/api/cancellations', body)).status)
  }
  expect(byNetwork.filter((status) => status === 200)).toHaveLength(30)
  expect(byNetwork.at(-1)).toBe(429)
})

test('staff find declarations and messages about cancelling under one filter', async () => {
  await using app = await startApp()
  await declareCancellation(app, typed)
  const say = (name: string, message: string) =>
    app.visitor.post('/api/contact', { name, email: 'ada@example.org', message })
  await say('Wish', 'Please cancel my subscription.')
  await say('Booking', 'I need to cancel my call on Friday.')
  await say('Question', 'Which package fits?')
  await app.settle()

  const administrator = await app.quickMember('administrator')
  const list = async (query = '') =>
    (await administrator.get(`/api/admin/inbox${query}`)).body.data.items.map(
      (item: { name: string; kind: string; cancellationHint: string | null }) => [
        item.name,
        item.kind,
        item.cancellationHint,
      ],
    )
  expect(await list()).toEqual([
    ['Question', 'contact', null],
    ['Booking', 'contact', 'unclear'],
    ['Wish', 'contact', 'contract'],
    ['Ada Lovelace', 'cancellation', null],
  ])
  expect(await list('?kind=cancellation')).toEqual([
    ['Wish', 'contact', 'contract'],
    ['Ada Lovelace', 'cancellation', null],
  ])
  expect(await list('?writer=INV-FW-2026-000042')).toEqual([['Ada Lovelace', 'cancellation', null]])
  expect((await list('?kind=contact')).map(([name]: string[]) => name)).toEqual(['Question', 'Booking', 'Wish'])
})
