import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import type { RateLimit } from './rate-limits.ts'

const app = await startApp()
afterAll(app.close)

const { db, limits } = app.context
const address: RateLimit = { name: 'address', attempts: 2, seconds: 900 }
const account: RateLimit = { name: 'account', attempts: 5, seconds: 900 }
const tooMany = expect.objectContaining({ status: 429, code: 'too-many-attempts' })

test('an attempt blocked by the first limit does not count towards the second', async () => {
  const both = [
    { limit: address, key: 'one' },
    { limit: account, key: 'ada' },
  ] as const
  for (let attempt = 0; attempt < 2; attempt += 1) await limits.countBoth(...both)
  for (let attempt = 0; attempt < 9; attempt += 1) await expect(limits.countBoth(...both)).rejects.toEqual(tooMany)

  const otherAddresses = ['two', 'two', 'three'].map((key) =>
    limits.countBoth({ limit: address, key }, { limit: account, key: 'ada' }),
  )
  await Promise.all(otherAddresses)
  const sixth = limits.countBoth({ limit: address, key: 'three' }, { limit: account, key: 'ada' })
  await expect(sixth).rejects.toEqual(tooMany)
})

test('undoing an attempt frees one attempt against the first limit and resets the second limit', async () => {
  const attemptFrom = (key: string) =>
    [
      { limit: address, key },
      { limit: account, key: 'grace' },
    ] as const
  for (const key of ['four', 'four', 'five', 'six', 'seven']) await limits.countBoth(...attemptFrom(key))
  await limits.undoBoth(db, ...attemptFrom('four'))

  await limits.countBoth(...attemptFrom('four'))
  await expect(limits.countBoth(...attemptFrom('four'))).rejects.toEqual(tooMany)
  for (const key of ['five', 'six', 'seven', 'eight']) await limits.countBoth(...attemptFrom(key))
  await expect(limits.countBoth(...attemptFrom('nine'))).rejects.toEqual(tooMany)
})

test('a period restarts once it is over, and blocked attempts do not extend it', async () => {
  const attempt = () => limits.count(address, 'ten')
  await attempt()
  await attempt()
  const [{ expire }] = await app.rows("select max(expire) as expire from rate_limit where key like 'address:%'")
  await expect(attempt()).rejects.toEqual(tooMany)
  expect(await app.rows('select 1 from rate_limit where expire > $1', expire)).toEqual([])

  await app.rows('update rate_limit set expire = 0')
  await attempt()
  await attempt()
  await expect(attempt()).rejects.toEqual(tooMany)
})

test('concurrent attempts never exceed the limit', async () => {
  const both = [
    { limit: address, key: 'eleven' },
    { limit: account, key: 'mary' },
  ] as const
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => limits.countBoth(...both)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})
