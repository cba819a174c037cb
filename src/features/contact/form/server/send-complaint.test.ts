import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
import { emailsTo } from '../../../../../tests/support/given/received-emails.ts'

const complaint = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  topic: 'data-protection',
  message: 'You wrote to my old address.',
}

test('a complaint is acknowledged with a reference and an answer date', async () => {
  await using app = await startApp()
  const answer = await app.visitor.post('/api/complaints', complaint)
  await app.settle()

  const { reference, answerBy } = answer.body.data
  expect(reference).toMatch(/^C-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect(await listStored(app)).toMatchObject([{ kind: 'complaint', topic: 'data-protection', reference }])
  const [toCompany] = await emailsTo(app, 'hello@futureworld.example')
  const [toWriter] = await emailsTo(app, 'ada@example.org')
  expect(toCompany).toMatchObject({ replyTo: 'ada@example.org' })
  expect(toCompany?.text).toContain(`Answer by: ${answerBy}`)
  expect(toWriter).toMatchObject({ subject: `We have your complaint: ${reference}` })
  expect(toWriter?.text).toContain('within 30 days')
  expect(toWriter?.text).toContain(`Our answer by: ${answerBy}`)
  expect(toWriter?.text).toContain('Information Commissioner')
  expect(toWriter?.text).not.toContain(complaint.message)
})

test('the email for a service complaint does not mention the Information Commissioner', async () => {
  await using app = await startApp()
  await app.visitor.post('/api/complaints', { ...complaint, topic: 'service' })
  expect((await emailsTo(app, 'ada@example.org'))[0]?.text).not.toContain('Information Commissioner')
})

test.each([[{ topic: '' }], [{ topic: 'weather' }], [{ topic: undefined }]])(
  '%j is not a valid topic',
  async (changes) => {
    await using app = await startApp()
    const { status, body } = await app.visitor.post('/api/complaints', { ...complaint, ...changes })
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: { topic: 'Please choose what it is about' },
    })
  },
)

test('a spam complaint gets the same kind of response and no email', async () => {
  await using app = await startApp()
  const { status, body } = await app.visitor.post('/api/complaints', { ...complaint, subject: 'Cheap watches' })
  await app.settle()

  expect({ status, message: body.message }).toEqual({ status: 200, message: 'We have your complaint.' })
  expect(Object.keys(body.data)).toEqual(['reference', 'answerBy'])
  expect(app.mails).toEqual([])
  expect(await listStored(app)).toMatchObject([{ spam_reason: 'trap-filled' }])
})

function listStored(app: TestApp) {
  return app.rows('select * from message order by received_at')
}
