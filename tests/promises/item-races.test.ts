import { afterAll, expect, test } from 'vitest'
import { givenAsked, itemPath } from '../support/deliverables.ts'
import { proofSize } from '../support/proof-size.ts'
import { startApp } from '../support/start-app.ts'

/** What a member answers to a piece of work at the same moment in several tabs. */
const rounds = proofSize('RACES', 8)

const app = await startApp()
afterAll(app.close)

const timeout = 60_000 + rounds * 2_000
type Answer = { status: number; body: { code?: string } }
const wordsOf = ({ status, body }: Answer) => (status === 200 ? 'done' : `${status} ${body.code}`)
const usesOf = ({ id }: { id: string }) =>
  app.rows("select quantity from entitlement_entry where kind = 'use' and cause_id = $1", id)

test('what is approved in several tabs at once is delivered once', { timeout }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { member, item } = await givenAsked(app)
    const answers = await Promise.all([1, 2, 3].map(() => member.post(itemPath(item, '/approval'), { version: 1 })))
    expect(answers.map(wordsOf).sort()).toEqual(['409 nothing-asked', '409 nothing-asked', 'done'])
    expect(await usesOf(item)).toEqual([{ quantity: -1 }])
  }
})

test('what is approved in one tab and sent back in another is one of both', { timeout }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { member, item } = await givenAsked(app)
    const [approved, changed] = await Promise.all([
      member.post(itemPath(item, '/approval'), { version: 1 }),
      member.post(itemPath(item, '/changes'), { version: 1, text: 'Shorter, please' }),
    ])
    expect([wordsOf(approved), wordsOf(changed)].sort()).toEqual(['409 nothing-asked', 'done'])
    const isApproved = approved.status === 200
    expect(await usesOf(item)).toHaveLength(isApproved ? 1 : 0)
    const [{ state }] = await app.rows('select state from deliverable_item where id = $1', item.id)
    expect(state).toBe(isApproved ? 'delivered' : 'in_progress')
  }
})

test('nothing went wrong on our side meanwhile', () => {
  expect(app.logLines).toEqual([])
})
