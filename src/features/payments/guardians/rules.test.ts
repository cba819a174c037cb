import { expect, test } from 'vitest'
import type { GuardianRequest } from './contract.ts'
import { asksForAge, decideRequestState, findAgeBlocker, toRecordedAge } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const request = { expiresAt: at(8), confirmedAt: null, refusedAt: null }

test("only MY FUTURE asks for the buyer's age", () => {
  expect(
    (['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE'] as const).map((serviceType) => asksForAge({ serviceType })),
  ).toEqual([true, false, false])
})

test.each([
  ['none', 'there is no request', undefined, at(1), false],
  ['waiting', 'the email was sent', request, at(7), false],
  ['none', 'the link has expired', request, at(8), false],
  ['refused', 'the guardian refused', { ...request, refusedAt: at(2) }, at(20), false],
  ['confirmed', 'the guardian agreed', { ...request, confirmedAt: at(2) }, at(31), false],
  ['none', 'the consent is 30 days old', { ...request, confirmedAt: at(1) }, at(31), false],
  ['none', 'a purchase was paid with the consent', { ...request, confirmedAt: at(2) }, at(4), true],
] as const)('a guardian request is "%s" if %s', (state, _, request, now, isUsed) => {
  expect(decideRequestState(request, { now, isUsed })).toBe(state)
})

const confirmed: GuardianRequest = { state: 'confirmed', confirmedAt: '2026-03-02T00:00:00.000Z' }
const quoteWith = (request: GuardianRequest) => ({
  asksForAge: true,
  guardian: { name: 'Anne', email: 'a@b.c', request },
})
const quoteWithoutGuardian = { asksForAge: true, guardian: null }

test.each([
  ['an adult', quoteWithoutGuardian, false, undefined],
  ['a buyer who gave no age', quoteWithoutGuardian, null, 'age-needed'],
  ['a buyer under 18 who named no guardian', quoteWithoutGuardian, true, 'guardian-needed'],
  ['a buyer whose guardian refused', quoteWith({ state: 'refused' }), true, 'guardian-needed'],
  ['a buyer whose guardian agreed', quoteWith(confirmed), true, undefined],
  [
    'a buyer whose profile says they are under 18 but who answers no',
    quoteWith({ state: 'none' }),
    false,
    'under-18-in-profile',
  ],
  ['a buyer of a package without an age question', { asksForAge: false, guardian: null }, null, undefined],
] as const)('the age rules decide whether %s may pay', (_, quote, isUnder18, blocker) => {
  expect(findAgeBlocker(quote, isUnder18)).toBe(blocker)
})

test('the purchase records the answer to the age question, or that the profile says the member is under 18', () => {
  const guardianConfirmedAt = new Date('2026-03-02T00:00:00.000Z')
  expect(toRecordedAge(quoteWithoutGuardian, false)).toEqual({ isUnder18: false, guardianConfirmedAt: null })
  expect(toRecordedAge(quoteWith(confirmed), true)).toEqual({ isUnder18: true, guardianConfirmedAt })
  expect(toRecordedAge(quoteWith(confirmed), false)).toEqual({ isUnder18: true, guardianConfirmedAt })
  expect(toRecordedAge({ asksForAge: false, guardian: null }, true)).toBeUndefined()
})
