import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayReceiveNews, withDefaults } from './notifications.ts'

const isOn = (choices: ReturnType<typeof withDefaults>, wantedKind: string, wantedChannel: string) =>
  choices.find(({ kind, channel }) => kind === wantedKind && channel === wantedChannel)?.isOn

test('by default mails are on, news among them, and text messages are off', () => {
  const choices = withDefaults([], { isYoung: false })
  expect(choices.filter(({ isOn }) => isOn).map(({ kind, channel }) => `${kind} ${channel}`)).toEqual([
    'sessions email',
    'deliverables email',
    'purchases email',
    'news email',
  ])
})

test('who is under 18 gets no news unless they choose so', () => {
  expect(isOn(withDefaults([], { isYoung: true }), 'news', 'email')).toBe(false)
  expect(isOn(withDefaults([], { isYoung: true }), 'sessions', 'email')).toBe(true)
  const chosen = [{ kind: 'news', channel: 'email', isOn: true }] as const
  expect(isOn(withDefaults([...chosen], { isYoung: true }), 'news', 'email')).toBe(true)
})

test('what somebody has chosen stands whatever the defaults are, each kind and channel once', () => {
  const choice = fc.record({
    kind: fc.constantFrom('sessions' as const, 'deliverables' as const, 'purchases' as const, 'news' as const),
    channel: fc.constantFrom('email' as const, 'sms' as const),
    isOn: fc.boolean(),
  })
  fc.assert(
    fc.property(choice, fc.boolean(), (chosen, isYoung) => {
      const choices = withDefaults([chosen], { isYoung })
      expect(choices).toHaveLength(8)
      expect(isOn(choices, chosen.kind, chosen.channel)).toBe(chosen.isOn)
    }),
  )
})

test('news go to who asked for them, and to who has bought and said nothing', () => {
  const may = (choice: boolean | undefined, hasBought: boolean, isYoung = false) =>
    mayReceiveNews({ choice, hasBought, isYoung })
  expect(may(true, false)).toBe(true)
  expect(may(undefined, true)).toBe(true)
  expect(may(undefined, false)).toBe(false)
  expect(may(false, true)).toBe(false)
  expect(may(undefined, true, true)).toBe(false)
  expect(may(true, false, true)).toBe(true)
})
