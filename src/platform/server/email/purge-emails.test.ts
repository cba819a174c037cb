import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { queueEmail } from './queue-email.ts'

const email = {
  to: 'ada@example.org',
  subject: 'A private subject',
  text: 'Private words',
  html: '<p>Private words</p>',
  replyTo: 'grace@example.org',
  attachments: [{ name: 'private.ics', type: 'text/calendar', content: 'Private file' }],
}

test("an email's content and addresses are purged after 90 days, and it is not sent again", async () => {
  await using app = await startApp()
  await queueEmail(app.context.db, app.context, 'reason:1', email)
  await app.settle()

  app.clock.advance({ days: 89 })
  await app.run('purge-emails')
  expect(JSON.stringify(await app.rows('select * from email'))).toContain('Private words')

  app.clock.advance({ days: 1, minutes: 1 })
  await app.run('purge-emails')
  const stored = JSON.stringify(await app.rows('select * from email'))
  expect(stored).toContain('reason:1')
  expect(stored).not.toMatch(/private|example\.org/i)

  await queueEmail(app.context.db, app.context, 'reason:1', email)
  await app.settle()
  expect(app.mails).toHaveLength(1)
})

test('an email unsent for 90 days is purged, and a recent one is kept', async () => {
  await using app = await startApp()
  const failingTransport = { send: () => Promise.reject(new Error('421 try again later')) }
  await queueEmail(app.context.db, app.context, 'reason:old', email)
  await app.runJobs(failingTransport)
  app.clock.advance({ days: 91 })
  await queueEmail(app.context.db, app.context, 'reason:new', email)
  await app.runJobs(failingTransport)

  await app.run('purge-emails')

  expect(await app.rows('select reason from email')).toEqual([{ reason: 'reason:new' }])
})
