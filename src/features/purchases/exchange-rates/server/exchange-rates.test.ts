import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')
const read = async () => (await administrator.get('/api/admin/exchange-rates/current')).body.data
const enter = (changes = {}) =>
  administrator.send('POST', '/api/admin/exchange-rates', {
    currency: 'USD',
    validFrom: '2026-01-01',
    unitsPerPound: '1.31',
    source: 'HMRC monthly rate',
    ...changes,
  })

test('a new site has no exchange rate, and entering one completes the first step towards dollar prices', async () => {
  expect(await read()).toBeNull()
  const { status, body } = await enter()
  expect([status, body.message]).toEqual([200, 'Saved. Documents issued from that day on will use this rate.'])
  expect(await read()).toEqual({
    currency: 'USD',
    validFrom: '2026-01-01',
    unitsPerPound: '1.31',
    source: 'HMRC monthly rate',
  })
  const steps = (await administrator.get('/api/admin/first-steps')).body.data as { name: string; isDone: boolean }[]
  expect(steps.find(({ name }) => name === 'dollar-prices')?.isDone).toBe(true)
})

test('entering a future rate leaves the current one in force and is recorded in the audit log', async () => {
  await enter()
  await enter({ validFrom: '2099-01-01', unitsPerPound: '1.5' })
  expect((await read()).unitsPerPound).toBe('1.31')
  const [entry] = (await administrator.get('/api/admin/audit?action=exchange-rate.entered')).body.data.items
  expect(entry).toMatchObject({ object: { id: 'USD from 2099-01-01' }, after: { unitsPerPound: '1.5' } })
})

test.each([
  { unitsPerPound: '0' },
  { unitsPerPound: '-1.31' },
  { unitsPerPound: 'much' },
  { source: ' ' },
  { validFrom: 'soon' },
])('an invalid rate is refused: %o', async (change) => {
  expect((await enter(change)).status).toBe(400)
})
