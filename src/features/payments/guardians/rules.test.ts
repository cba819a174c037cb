import { expect, test } from 'vitest'
import type { GuardianRequest } from './contract.ts'
import { asksForAge, decideRequestState, findAgeBlocker, recordedAge } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const open = { expiresAt: at(8), confirmedAt: null, refusedAt: null }

test("only MY FUTURE asks for the buyer's age", () => {
  expect(
    (['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE'] as const).map((serviceType) => asksForAge({ serviceType })),
  ).toEqual([true, false, false])
})

test.each([
  ['nobody was asked', undefined, at(1), false, 'none'],
  ['the letter is out', open, at(7), false, 'waiting'],
  ['its link is over', open, at(8), false, 'none'],
  ['the guardian said no', { ...open, refusedAt: at(2) }, at(20), false, 'refused'],
  ['the guardian said yes', { ...open, confirmedAt: at(2) }, at(31), false, 'confirmed'],
  ['the yes is 30 days old', { ...open, confirmedAt: at(1) }, at(31), false, 'none'],
  ['the yes was paid upon', { ...open, confirmedAt: at(2) }, at(4), true, 'none'],
] as const)('if %s, the request has the matching state', (_, asked, now, isUsed, state) => {
  expect(decideRequestState(asked, { now, isUsed })).toBe(state)
})

const yes: GuardianRequest = { state: 'confirmed', confirmedAt: '2026-03-02T00:00:00.000Z' }
const named = (request: GuardianRequest) => ({ asksForAge: true, guardian: { name: 'Anne', email: 'a@b.c', request } })
const unnamed = { asksForAge: true, guardian: null }

test.each([
  ['an adult', unnamed, false, undefined],
  ['whoever did not answer', unnamed, null, 'age-needed'],
  ['whoever is young and asked nobody', unnamed, true, 'guardian-needed'],
  ['whoever waits for the answer', named({ state: 'refused' }), true, 'guardian-needed'],
  ['whoever has a yes', named(yes), true, undefined],
  ['whoever says no and is young in the profile', named({ state: 'none' }), false, 'under-18-in-profile'],
  ['whoever buys what nobody is asked for', { asksForAge: false, guardian: null }, null, undefined],
] as const)('%s is blocked only for the expected reason', (_, quote, isUnder18, blocker) => {
  expect(findAgeBlocker(quote, isUnder18)).toBe(blocker)
})

test("the purchase records the answer about age, and the profile's age if it is under 18", () => {
  const guardianConfirmedAt = new Date('2026-03-02T00:00:00.000Z')
  expect(recordedAge(unnamed, false)).toEqual({ isUnder18: false, guardianConfirmedAt: null })
  expect(recordedAge(named(yes), true)).toEqual({ isUnder18: true, guardianConfirmedAt })
  expect(recordedAge(named(yes), false)).toEqual({ isUnder18: true, guardianConfirmedAt })
  expect(recordedAge({ asksForAge: false, guardian: null }, true)).toBeUndefined()
})
