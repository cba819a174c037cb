import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayReceiveNewsletter, profileCompletion, sanitiseMobileNumber, withDefaultPreferences } from './rules.ts'

const isOn = (choices: ReturnType<typeof withDefaultPreferences>, wantedKind: string, wantedChannel: string) =>
  choices.find(({ kind, channel }) => kind === wantedKind && channel === wantedChannel)?.isOn

test('by default emails including the newsletter are on and text messages off', () => {
  const choices = withDefaultPreferences([], { isYoung: false })
  expect(choices.filter(({ isOn }) => isOn).map(({ kind, channel }) => `${kind} ${channel}`)).toEqual([
    'sessions email',
    'deliverables email',
    'purchases email',
    'news email',
  ])
})

test('a member under 18 gets the newsletter only by opting in', () => {
  expect(isOn(withDefaultPreferences([], { isYoung: true }), 'news', 'email')).toBe(false)
  expect(isOn(withDefaultPreferences([], { isYoung: true }), 'sessions', 'email')).toBe(true)
  const chosen = [{ kind: 'news', channel: 'email', isOn: true }] as const
  expect(isOn(withDefaultPreferences([...chosen], { isYoung: true }), 'news', 'email')).toBe(true)
})

test('a saved choice overrides the default, and each kind and channel appears once', () => {
  const choice = fc.record({
    kind: fc.constantFrom('sessions' as const, 'deliverables' as const, 'purchases' as const, 'news' as const),
    channel: fc.constantFrom('email' as const, 'sms' as const),
    isOn: fc.boolean(),
  })
  fc.assert(
    fc.property(choice, fc.boolean(), (chosen, isYoung) => {
      const choices = withDefaultPreferences([chosen], { isYoung })
      expect(choices).toHaveLength(8)
      expect(isOn(choices, chosen.kind, chosen.channel)).toBe(chosen.isOn)
    }),
  )
})

test('the newsletter goes to members who opted in, and to buyers who made no choice', () => {
  const mayReceive = (choice: boolean | undefined, hasBought: boolean, isYoung = false) =>
    mayReceiveNewsletter({ choice, hasBought, isYoung })
  expect(mayReceive(true, false)).toBe(true)
  expect(mayReceive(undefined, true)).toBe(true)
  expect(mayReceive(undefined, false)).toBe(false)
  expect(mayReceive(false, true)).toBe(false)
  expect(mayReceive(undefined, true, true)).toBe(false)
  expect(mayReceive(true, false, true)).toBe(true)
})

test('a sanitised mobile number has an optional plus and digits, at most 16 characters', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(sanitiseMobileNumber(typed)).toMatch(/^\+?[0-9]{0,16}$/)
      expect(sanitiseMobileNumber(typed).length).toBeLessThanOrEqual(16)
    }),
  )
})

test('a valid mobile number is unchanged', () => {
  expect(sanitiseMobileNumber('+447700900123')).toBe('+447700900123')
})

test('a profile is 100% complete with a mobile number and 80% without', () => {
  expect(profileCompletion({ mobile: '+447700900123' })).toBe(100)
  expect(profileCompletion({ mobile: '' })).toBe(80)
})
