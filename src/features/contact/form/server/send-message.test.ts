import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const submission = { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Which package fits?\n\nI am 17.' }

test('a message is stored, emailed to the company and acknowledged, each exactly once', async () => {
  await using app = await startApp()
  const answer = await send(app, submission)
  await app.settle()

  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: 'Your message has been sent successfully!', data: null },
  })
  expect(await listStored(app)).toMatchObject([
    { kind: 'contact', topic: null, spam_reason: null, body: submission.message },
  ])
  expect(app.mails).toHaveLength(2)
  const [toCompany] = await emailsTo(app, 'hello@futureworld.example')
  const [toWriter] = await emailsTo(app, 'ada@example.org')
  expect(toCompany).toMatchObject({ replyTo: 'ada@example.org' })
  expect(toCompany?.text).toContain('I am 17.')
  expect(toWriter?.text).toContain('Hello Ada Lovelace,')
})

test('the acknowledgement leaves out the message and any unsafe name', async () => {
  await using app = await startApp()
  const name = 'Visit http://cheap.example now'
  await send(app, { ...submission, name, message: 'Cheap watches' })

  const [acknowledgement] = await emailsTo(app, submission.email)
  expect(acknowledgement?.text).toContain('Hello,')
  expect(acknowledgement?.text).not.toContain('cheap')
  expect(acknowledgement?.html).not.toContain('Cheap')
})

test('markup in a message is escaped in the email', async () => {
  await using app = await startApp()
  await send(app, { ...submission, name: 'Ada\r\nBcc: x@example.org', message: '<img src=x onerror=alert(1)>' })

  const [toCompany] = await emailsTo(app, 'hello@futureworld.example')
  expect(toCompany?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(toCompany?.subject).toMatch(/^Message from Ada Bcc: x@example\.org \(M-[0-9A-Z-]+\)$/)
})

test.each([
  [{ name: ' ' }, { name: 'Name is required' }],
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'ada@example' }, { email: 'Email is invalid' }],
  [{ message: '\n' }, { message: 'Message is required' }],
  [{ message: 'x'.repeat(5_001) }, { message: 'Use no more than 5000 characters' }],
  [
    { name: '', email: '', message: '' },
    { name: 'Name is required', email: 'Email is required', message: 'Message is required' },
  ],
])('rejects %j with an error for each invalid field', async (changes, errors) => {
  await using app = await startApp()
  const answer = await send(app, { ...submission, ...changes })

  expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'invalid-input' } })
  expect(answer.body.errors).toEqual(errors)
  expect(await listStored(app)).toEqual([])
})

test('a message of 5,000 characters is accepted in any script', async () => {
  await using app = await startApp()
  expect((await send(app, { ...submission, message: '漢'.repeat(5_000) })).status).toBe(200)
})

test('spam gets the normal response, is stored separately and sends no email', async () => {
  await using app = await startApp()
  const form = await openForm(app)
  const tooFast = await send(app, { ...submission, form })
  const trapped = await send(app, { ...submission, subject: 'Cheap watches' })
  const [openedAt] = form.split('.')
  const forged = await send(app, { ...submission, form: `${Number(openedAt) - 60_000}.${form.split('.')[1]}` })
  const honest = await send(app, submission)
  await app.settle()

  for (const spam of [tooFast, trapped, forged]) {
    expect(spam.status).toBe(honest.status)
    expect(spam.body).toEqual(honest.body)
  }
  const reasons = (await listStored(app)).map(({ spam_reason }) => spam_reason)
  expect(reasons).toEqual(['too-fast', 'trap-filled', 'form-forged', null])
  expect(app.mails).toHaveLength(2)
})

test('a form submitted after three seconds is not spam', async () => {
  await using app = await startApp()
  const form = await openForm(app)
  app.clock.advance({ seconds: 3 })
  await send(app, { ...submission, form })

  expect(await listStored(app)).toMatchObject([{ spam_reason: null }])
})

test('an email address is limited to five messages an hour, regardless of case', async () => {
  await using app = await startApp()
  for (const email of [
    'Ada@example.org',
    'ada@EXAMPLE.org',
    ' ada@example.org',
    'ada@example.org',
    'ADA@example.org',
  ]) {
    expect((await send(app, { ...submission, email })).status).toBe(200)
  }
  const sixth = await send(app, submission)

  expect(sixth).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
})

test('a network address can send ten messages an hour without a form token, and thirty in all', async () => {
  await using app = await startApp()
  const form = await openForm(app)
  app.clock.advance({ minutes: 1 })
  const sendAs = (overrides: object) => send(app, { ...submission, email: `${randomUUID()}@example.org`, ...overrides })

  for (let count = 0; count < 10; count++) expect((await sendAs({})).status).toBe(200)
  expect((await sendAs({})).status).toBe(429)
  for (let count = 0; count < 19; count++) expect((await sendAs({ form })).status).toBe(200)
  expect((await sendAs({ form })).status).toBe(429)
})

const complaint = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  topic: 'data-protection',
  message: 'You wrote to my old address.',
}

test('a complaint is acknowledged with a reference and the date by which it will be answered', async () => {
  await using app = await startApp()
  const answer = await app.visitor.post('/api/complaints', complaint)
  await app.settle()

  const { reference, answerBy } = answer.body.data
  expect(reference).toMatch(/^C-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect(await listStored(app)).toMatchObject([{ kind: 'complaint', topic: 'data-protection', reference }])
  const [toCompany] = await emailsTo(app, 'hello@futureworld.example')
  const [toWriter] = await emailsTo(app, 'ada@example.org')
  expect(toCompany).toMatchObject({ replyTo: 'ada@example.org' })
  expect(toCompany?.text).toContain(`Reply by: ${answerBy}`)
  expect(toWriter).toMatchObject({ subject: `We’ve received your complaint: ${reference}` })
  expect(toWriter?.text).toContain('within 30 days')
  expect(toWriter?.text).toContain(`We’ll reply by: ${answerBy}`)
  expect(toWriter?.text).toContain('Information Commissioner')
  expect(toWriter?.text).not.toContain(complaint.message)
})

test('the email for a service complaint does not mention the Information Commissioner', async () => {
  await using app = await startApp()
  await app.visitor.post('/api/complaints', { ...complaint, topic: 'service' })
  expect((await emailsTo(app, 'ada@example.org'))[0]?.text).not.toContain('Information Commissioner')
})

async function openForm(app: TestApp): Promise<string> {
  const { body } = await app.visitor.get('/api/contact/form')
  return body.data.form
}

function send(app: TestApp, body: object) {
  return app.visitor.post('/api/contact', body)
}

function listStored(app: TestApp) {
  return app.rows('select * from message order by received_at')
}
