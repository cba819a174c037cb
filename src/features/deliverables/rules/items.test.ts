import { expect, test } from 'vitest'
import { itemName, itemState, obstacleToWork, progressInWords, type Situation } from './items.ts'

test.each([
  ['Posts', 'post', 3, 8, 'Post 3 of 8'],
  ['Résumé review', 'review', 1, 1, 'Résumé review'],
])('one of %s reads "%s"', (title, unit, number, promised, words) => {
  expect(itemName({ title, unit, number, promised })).toBe(words)
})

test.each([
  ['Posts', 3, 8, '3 of 8 posts'],
  ['Social platforms', 0, 3, '0 of 3 social platforms'],
  ['LinkedIn reviews', 0, 2, '0 of 2 LinkedIn reviews'],
  ['PDF reports', 0, 2, '0 of 2 PDF reports'],
  ['LinkedIn review', 0, 1, 'LinkedIn review: 0 of 1'],
])('how far %s have come reads as people say it', (title, delivered, promised, words) => {
  expect(progressInWords({ title, delivered, promised })).toBe(words)
})

test('what was delivered stays delivered when its package ends early, and the rest is closed', () => {
  expect(itemState('delivered', { isPackageOver: true })).toBe('delivered')
  expect(itemState('for_approval', { isPackageOver: true })).toBe('closed')
  expect(itemState('for_approval', { isPackageOver: false })).toBe('for_approval')
})

const now = new Date('2026-03-09T10:00:00Z')
const making: Situation = { state: 'in_progress', isMine: true, askedAt: null, unseen: 1, made: 1 }

test.each<[Partial<Situation>, Parameters<typeof obstacleToWork>[0], string | null]>([
  [{}, 'add', null],
  [{}, 'ask', null],
  [{}, 'deliver', null],
  [{ unseen: 0 }, 'ask', 'nothing-new'],
  [{ unseen: 0, made: 0 }, 'deliver', 'nothing-made'],
  [{ isMine: false }, 'take', null],
  [{ isMine: false }, 'add', 'not-taken'],
  [{ state: 'closed', isMine: false }, 'take', 'item-closed'],
  [{ state: 'delivered' }, 'add', 'item-delivered'],
  [{ state: 'for_approval', askedAt: new Date('2026-03-02T10:00:00Z') }, 'add', 'member-asked'],
  [{ state: 'for_approval', askedAt: new Date('2026-03-02T10:00:00Z') }, 'deliver', null],
  [{ state: 'for_approval', askedAt: new Date('2026-03-02T10:00:01Z') }, 'deliver', 'member-asked'],
])('a consultant finds %j when they %s: %s', (changes, step, obstacle) => {
  expect(obstacleToWork(step, { ...making, ...changes }, now)).toBe(obstacle)
})
