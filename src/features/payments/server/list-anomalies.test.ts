import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { reportAnomaly } from './report-anomaly.ts'

const app = await startApp()
afterAll(app.close)

const report = (subject: string) =>
  reportAnomaly(app.context.db, app.context, { kind: 'payment-unknown', subject, detail: { amountReceived: 100 } })

test('an administrator reads what happened in a sentence, page by page, and closes a case with the reason', async () => {
  const boss = await app.quickMember('administrator')
  for (const subject of ['pi_one', 'pi_two', 'pi_three']) {
    await report(subject)
    app.clock.advance({ minutes: 1 })
  }

  const first = (await boss.get('/api/admin/payment-anomalies?limit=2')).body.data
  const second = (await boss.get(`/api/admin/payment-anomalies?limit=2&cursor=${first.nextCursor}`)).body.data
  const subjects = [...first.items, ...second.items].map(({ subject }) => subject)
  expect(subjects).toEqual(['pi_three', 'pi_two', 'pi_one'])
  expect(first.items[0].sentence).toMatch(/^The provider took money for a purchase that we do not have\./)

  const [{ id }] = first.items
  const closing = `/api/admin/payment-anomalies/${id}/resolution`
  expect((await boss.post(closing, { reason: ' ' })).status).toBe(400)
  const closed = await boss.post(closing, { reason: 'Refunded at the provider' })
  const again = await boss.post(closing, { reason: 'Once more' })

  expect(closed.body.data.resolution).toMatchObject({ reason: 'Refunded at the provider', by: 'Ada Lovelace' })
  expect([again.status, again.body.code]).toEqual([409, 'anomaly-resolved'])
  const open = (await boss.get('/api/admin/payment-anomalies')).body.data.items
  const resolved = (await boss.get('/api/admin/payment-anomalies?state=resolved')).body.data.items
  expect([open.length, resolved.length, resolved[0].id]).toEqual([2, 1, id])
})

test('a case and its letter are written together or not at all', async () => {
  await app.rows('alter table mail rename to mail_away')
  await expect(report('pi_alone')).rejects.toThrow()
  await app.rows('alter table mail_away rename to mail')
  expect(await app.rows("select 1 from payment_anomaly where subject = 'pi_alone'")).toEqual([])

  await report('pi_alone')
  await report('pi_alone')
  await app.settle()

  expect(app.mails.filter(({ subject }) => subject.endsWith('pi_alone'))).toHaveLength(1)
})
