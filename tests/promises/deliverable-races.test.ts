import { afterAll, expect, test } from 'vitest'
import { startApp } from '../support/app/start-app.ts'
import { describeAnswer } from '../support/app/test-client.ts'
import { givenItemAwaitingApproval, itemPath } from '../support/given/deliverables.ts'
import { stressTestSize } from '../support/proof/stress-test-size.ts'

/** Concurrent decisions by one member about a deliverable, made in several tabs. */
const rounds = stressTestSize('RACES', 8)

const app = await startApp()
afterAll(app.close)

const listUses = ({ id }: { id: string }) =>
  app.rows("select quantity from entitlement_entry where kind = 'use' and cause_id = $1", id)

test('if a member approves a deliverable in several tabs at once, it is delivered once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { member, item } = await givenItemAwaitingApproval(app)
    const answers = await Promise.all([1, 2, 3].map(() => member.post(itemPath(item, '/approval'), { version: 1 })))
    expect(answers.map(describeAnswer).sort()).toEqual([
      '409 not-awaiting-approval',
      '409 not-awaiting-approval',
      'done',
    ])
    expect(await listUses(item)).toEqual([{ quantity: -1 }])
  }
})

test('if an approval and a change request are sent at the same moment, exactly one succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { member, item } = await givenItemAwaitingApproval(app)
    const [approved, changed] = await Promise.all([
      member.post(itemPath(item, '/approval'), { version: 1 }),
      member.post(itemPath(item, '/changes'), { version: 1, text: 'Shorter, please' }),
    ])
    expect([describeAnswer(approved), describeAnswer(changed)].sort()).toEqual(['409 not-awaiting-approval', 'done'])
    const isApproved = approved.status === 200
    expect(await listUses(item)).toHaveLength(isApproved ? 1 : 0)
    const [{ state }] = await app.rows('select state from deliverable where id = $1', item.id)
    expect(state).toBe(isApproved ? 'delivered' : 'in_progress')
  }
})

test('none of these races logs an error', () => {
  expect(app.logLines).toEqual([])
})
