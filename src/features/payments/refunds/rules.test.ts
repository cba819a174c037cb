import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRefundStep, decideStaffRefund, decideUpgradeRefund } from './rules.ts'

test('a refund by staff never exceeds the amount that is left', () => {
  fc.assert(
    fc.property(fc.nat(11_880), fc.integer({ min: 1, max: 20_000 }), (refunded, amount) => {
      const { refusal, isWhole } = decideStaffRefund({ status: 'completed', total: 11_880, refunded }, amount)
      const remainder = 11_880 - refunded
      expect(refusal === null).toBe(amount <= remainder && remainder > 0)
      expect(isWhole).toBe(amount === remainder)
    }),
  )
})

test('an upgrade refunds the promised credit only once, and never more than the amount that is left', () => {
  const replaced = { total: 11_880, refunded: 10_000 }
  expect(decideUpgradeRefund(replaced, { credit: 1_500, isAlreadyRefunded: false })).toBe(1_500)
  expect(decideUpgradeRefund(replaced, { credit: 9_000, isAlreadyRefunded: false })).toBe(1_880)
  expect(decideUpgradeRefund(replaced, { credit: 1_500, isAlreadyRefunded: true })).toBe(0)
})

test('a refund is sent at most once and reversed at most once, in whatever order its statuses arrive', () => {
  const reports = fc.array(fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const))
  fc.assert(
    fc.property(reports, (statuses) => {
      let stored: Parameters<typeof decideRefundStep>[0] = { status: 'requested', isKnownToProvider: false }
      const steps = statuses.map((status) => {
        const step = decideRefundStep(stored, status)
        if (step !== 'nothing') stored = { status, isKnownToProvider: true }
        return step
      })
      const [sent, returned] = ['sent', 'came-back'].map((name) => steps.filter((step) => step === name).length)
      expect(sent).toBeLessThanOrEqual(1)
      expect(returned).toBeLessThanOrEqual(Number(sent))
    }),
  )
})
