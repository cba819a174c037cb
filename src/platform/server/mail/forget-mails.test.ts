import { expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { queueMail } from './queue-mail.ts'

const letter = {
  to: 'ada@example.org',
  subject: 'A private subject',
  text: 'Private words',
  html: '<p>Private words</p>',
  replyTo: 'grace@example.org',
  attachments: [{ name: 'private.ics', type: 'text/calendar', content: 'Private file' }],
}

test('90 days after a mail was sent its words and addresses are gone, and it is not sent again', async () => {
  await using app = await startApp()
  await queueMail(app.context.db, app.context, 'reason:1', letter)
  await app.settle()

  app.clock.advance({ days: 89 })
  await app.run('forget-mails')
  expect(JSON.stringify(await app.rows('select * from mail'))).toContain('Private words')

  app.clock.advance({ days: 1, minutes: 1 })
  await app.run('forget-mails')
  const stored = JSON.stringify(await app.rows('select * from mail'))
  expect(stored).toContain('reason:1')
  expect(stored).not.toMatch(/private|example\.org/i)

  await queueMail(app.context.db, app.context, 'reason:1', letter)
  await app.settle()
  expect(app.mails).toHaveLength(1)
})

test('a mail that could not be sent in 90 days is gone, and one that waits is not', async () => {
  await using app = await startApp()
  const unreachable = { send: () => Promise.reject(new Error('421 try again later')) }
  await queueMail(app.context.db, app.context, 'reason:old', letter)
  await app.runJobs(unreachable)
  app.clock.advance({ days: 91 })
  await queueMail(app.context.db, app.context, 'reason:new', letter)
  await app.runJobs(unreachable)

  await app.run('forget-mails')

  expect(await app.rows('select reason from mail')).toEqual([{ reason: 'reason:new' }])
})
