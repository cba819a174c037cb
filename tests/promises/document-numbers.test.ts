import { expect, test } from 'vitest'
import { startApp } from '../support/app/start-app.ts'
import { payFor, startPaying } from '../support/given/checkout.ts'

const netPrices: [packageId: string, net: number][] = [
  ['my-future-basic', 9_900],
  ['study-world-basic', 9_900],
  ['study-world-pro', 19_900],
  ['biz-future-basic', 9_900],
  ['biz-future-pro', 19_900],
]

test('fifty concurrent payments get the numbers 1 to 50, and a failed one gets 51 when it is retried', async () => {
  await using app = await startApp()
  app.sandbox.disturbWebhooks({ drop: true })
  const paid = await Promise.all(
    Array.from({ length: 51 }, async (_, index) => {
      const member = await app.quickMember()
      const [packageId, net] = netPrices[index % netPrices.length] ?? ['', 0]
      return { member, net, id: await payFor(app, member, packageId) }
    }),
  )
  // The invoice for this payment cannot be stored, so its whole transaction is rolled back.
  const [failing, ...others] = paid
  await app.rows(`alter table document add constraint failing check (purchase_id <> '${failing?.id}')`)

  const answers = await Promise.all(paid.map(({ member, id }) => member.post(`/api/purchases/${id}/confirmation`)))

  expect(answers.map(({ status }) => status)).toEqual([500, ...Array(50).fill(200)])
  const documents = await app.rows('select * from document order by number')
  expect(documents.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  for (const { member, net, id } of others) {
    const [purchase] = await app.rows('select * from purchase where id = $1', id)
    const { content, reference } = documents.find(({ purchase_id }) => purchase_id === id)
    expect(content).toMatchObject({ net, tax: net / 5, total: (net * 6) / 5, buyer: { email: member.person.email } })
    expect(reference).toBe(`INV-${purchase.reference.toUpperCase()}`)
  }

  await app.rows('alter table document drop constraint failing')
  const repaired = await failing?.member.post(`/api/purchases/${failing.id}/confirmation`)
  expect(repaired?.body.data.reference).toMatch(/-000051$/)
})

test('a number sequence continues past six digits', async () => {
  await using app = await startApp()
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  await ada.post(`/api/purchases/${await payFor(app, ada)}/confirmation`)
  await app.rows('update number_sequence set last_number = 999999')
  await grace.post(`/api/purchases/${await payFor(app, grace)}/confirmation`)

  const invoices = await app.rows(
    'select document.reference as invoice, purchase.reference from document join purchase on purchase.id = purchase_id order by number',
  )
  expect(invoices.map(({ reference }) => reference)).toEqual([
    expect.stringMatching(/^test-\d{4}-000001$/),
    expect.stringMatching(/^test-\d{4}-1000000$/),
  ])
  expect(invoices.map(({ invoice }) => invoice)).toEqual(
    invoices.map(({ reference }) => `INV-${reference.toUpperCase()}`),
  )
})

test('an unpaid purchase has no number', async () => {
  await using app = await startApp()
  const ada = await app.quickMember()
  const { id, clientSecret } = await startPaying(ada)
  await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  await ada.post(`/api/purchases/${id}/confirmation`)
  await app.settle()

  expect((await ada.get(`/api/purchases/${id}`)).body.data.reference).toBeNull()
  expect(await app.rows('select * from number_sequence')).toEqual([])
})
