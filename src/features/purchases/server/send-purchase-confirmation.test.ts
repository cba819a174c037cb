import { afterAll, expect, test } from 'vitest'
import { readPdf } from '#tests/support/app/read-pdf.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor } from '#tests/support/given/checkout.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { newSubscriber } from '#tests/support/given/subscriptions.ts'
import { sendPurchaseConfirmation } from './send-purchase-confirmation.ts'

const app = await startApp()
afterAll(app.close)

test('the email names the receipt’s next step and dates, and attaches the invoice of that purchase alone', async () => {
  const buyers = [await buy({ packageId: 'my-future-basic' }), await buy({ packageId: 'biz-future-basic' })]
  await app.settle()
  const emails = await Promise.all(buyers.map(({ member }) => emailsTo(app, member.person.email, 'payment received')))
  const [week, posts] = emails.map(([email]) => email)
  expect(week?.text).toMatch(/Book your first session:\n\S+\/portal\/bookings\/new\?entitlement=[\w-]+\n/)
  expect(week?.text).toMatch(/\nFrom \d+ \w+ \d+: Initial consultation, 10 minutes\.\n/)
  expect(week?.text).toMatch(
    /\nBy \d+ \w+ \d+: Roadmap with 3 pathways; .*Final call, 20 minutes \(after your first call\)\.\n/,
  )
  expect(posts?.text).toMatch(/Message us:\n\S+\/portal\/messages\n/)

  const invoices = await Promise.all(
    buyers.map(async ({ member }) => (await member.get('/api/documents')).body.data.items),
  )
  const files = emails.map(([email]) => email?.attachments ?? [])
  expect(files.map((attached) => attached.map(({ name }) => name))).toEqual(
    invoices.map(([{ reference }]) => [`${reference}.pdf`]),
  )
  for (const [index, [file]] of files.entries()) {
    const content = file?.content as Buffer
    expect(content.length).toBeLessThan(200_000)
    const { text } = await readPdf(content)
    const buyer = buyers[index]?.member.person
    expect(text).toContain(invoices[index][0].reference)
    expect(text).toContain(`${buyer?.firstName} ${buyer?.lastName}`)
  }
})

test('a package that starts later says so in its email, and a renewal is sent with its own invoice', async () => {
  const { member } = await buy({ start: 'later' })
  const [later] = await emailsTo(app, member.person.email, 'payment received')
  expect(later?.text).toMatch(/From that day you can book “Initial consultation”/)
  expect(later?.text).toMatch(/Go to your package:\n\S+\/portal\/packages\/[\w-]+\n/)

  await using timedApp = await startApp()
  const { member: subscriber } = await newSubscriber(timedApp)
  await timedApp.jump({ days: 32 })
  const emails = [
    ...(await emailsTo(timedApp, subscriber.person.email, 'payment received')),
    ...(await emailsTo(timedApp, subscriber.person.email, 'renewed')),
  ]
  const names = emails.flatMap(({ attachments = [] }) => attachments.map(({ name }) => name))
  expect(new Set(names).size).toBe(2)
  expect(emails[1]?.text).toContain('Open My Packages:')
  expect(emails[1]?.text).toMatch(/\nFrom .*: Consultation, 20 minutes, as often as you need\.\n/)
  expect(emails[1]?.text).not.toContain('Initial consultation')
})

test('repeated and concurrent calls send one confirmation email', async () => {
  const { id, countEmails } = await buy()
  await Promise.all([1, 2, 3].map(() => sendPurchaseConfirmation(app.context, id)))
  await sendPurchaseConfirmation(app.context, id)
  await app.settle()
  expect(countEmails()).toBe(1)
})

test('a confirmation email whose job was lost is sent after an hour', async () => {
  const { countEmails } = await buy({
    beforeJobs: () => app.rows("delete from pgboss.job where name = 'send-purchase-confirmation'"),
  })
  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(0)

  app.clock.advance({ hours: 1, minutes: 1 })
  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(1)

  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(1)
})

test('no confirmation email is sent for purchases older than a month', async () => {
  const { countEmails } = await buy({
    beforeJobs: () => app.rows("delete from pgboss.job where name = 'send-purchase-confirmation'"),
  })
  app.clock.advance({ days: 31 })
  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(0)
})

/** Pays and confirms. `before` is called before the jobs that follow the response run. */
async function buy({
  beforeJobs,
  packageId,
  start,
}: {
  beforeJobs?: () => Promise<unknown>
  packageId?: string
  start?: 'later'
} = {}) {
  app.sandbox.disturbWebhooks({ drop: true })
  const member = await app.quickMember()
  const id = await payFor(app, member, packageId, start)
  await member.post(`/api/purchases/${id}/confirmation`)
  await beforeJobs?.()
  const { email } = member.person
  return {
    id,
    member,
    countEmails: () => app.mails.filter(({ to, subject }) => to === email && subject.includes('payment')).length,
  }
}
