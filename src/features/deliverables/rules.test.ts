import { expect, test } from 'vitest'
import {
  assignmentBlocker,
  deliverableName,
  deliverableState,
  describeProgress,
  hasDueDay,
  type Situation,
  workBlocker,
} from './rules.ts'

test.each([
  ['Posts', 'post', 3, 8, 'Post 3 of 8'],
  ['Résumé review', 'review', 1, 1, 'Résumé review'],
])('an item of %s is named "%s"', (title, unit, number, promised, name) => {
  expect(deliverableName({ title, unit, number, promised })).toBe(name)
})

test.each([
  ['Posts', 3, 8, '3 of 8 posts'],
  ['Social platforms', 0, 3, '0 of 3 social platforms'],
  ['LinkedIn reviews', 0, 2, '0 of 2 LinkedIn reviews'],
  ['PDF reports', 0, 2, '0 of 2 PDF reports'],
  ['LinkedIn review', 0, 1, 'LinkedIn review: 0 of 1'],
])('formats the progress of %s', (title, delivered, promised, progress) => {
  expect(describeProgress({ title, delivered, promised })).toBe(progress)
})

test.each([
  ['report', true],
  ['monthly report', true],
  ['post', true],
  ['month of support', false],
  ['Months of access', false],
])('a %s has a due date: %s', (unit, isDue) => {
  expect(hasDueDay({ unit })).toBe(isDue)
})

test('when a package ends early, delivered items stay delivered and all others are closed', () => {
  expect(deliverableState('delivered', { isPackageOver: true })).toBe('delivered')
  expect(deliverableState('for_approval', { isPackageOver: true })).toBe('closed')
  expect(deliverableState('for_approval', { isPackageOver: false })).toBe('for_approval')
})

const now = new Date('2026-03-09T10:00:00Z')
const inProgress: Situation = {
  state: 'in_progress',
  isMine: true,
  approvalRequestedAt: null,
  unseenCount: 1,
  versionCount: 1,
}

test.each<[Partial<Situation>, Parameters<typeof workBlocker>[0], string | null]>([
  [{}, 'add', null],
  [{}, 'ask', null],
  [{}, 'deliver', null],
  [{ unseenCount: 0 }, 'ask', 'no-new-version'],
  [{ unseenCount: 0, versionCount: 0 }, 'deliver', 'no-version'],
  [{ isMine: false }, 'take', null],
  [{ isMine: false }, 'add', 'not-assigned'],
  [{ state: 'closed', isMine: false }, 'take', 'deliverable-closed'],
  [{ state: 'delivered' }, 'add', 'already-delivered'],
  [{ state: 'for_approval', approvalRequestedAt: new Date('2026-03-02T10:00:00Z') }, 'add', 'awaiting-approval'],
  [{ state: 'for_approval', approvalRequestedAt: new Date('2026-03-02T10:00:00Z') }, 'deliver', null],
  [{ state: 'for_approval', approvalRequestedAt: new Date('2026-03-02T10:00:01Z') }, 'deliver', 'awaiting-approval'],
])('with %j the step %s is blocked by %s', (changes, step, blocker) => {
  expect(workBlocker(step, { ...inProgress, ...changes }, now)).toBe(blocker)
})

test.each<[Partial<Parameters<typeof assignmentBlocker>[0]>, string | null]>([
  [{}, null],
  [{ state: 'closed' }, 'deliverable-closed'],
  [{ state: 'delivered' }, 'already-delivered'],
  [{ consultantId: 'beth' }, 'edited-elsewhere'],
  [{ isAssigneeEligible: false }, 'assignee-not-found'],
])('with %j the assignment from Ada is blocked by %s', (changes, blocker) => {
  const item = { state: 'in_progress', consultantId: 'ada', isAssigneeEligible: true, ...changes } as const
  expect(assignmentBlocker(item, 'ada')).toBe(blocker)
})
