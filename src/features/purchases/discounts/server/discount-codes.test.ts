import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, payFor } from '#tests/support/given/checkout.ts'
import { codeDraft, newCode } from '#tests/support/given/discount-codes.ts'
import type { DiscountDraft } from '../contract/admin-codes.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')
const url = '/api/admin/discount-codes'

const create = (changes: Partial<DiscountDraft>) => administrator.post(url, { draft: codeDraft(changes) })

const update = (id: string, version: number, changes: Partial<DiscountDraft>) =>
  administrator.send('PUT', `${url}/${id}`, { version, draft: codeDraft(changes) })

/** Starts a payment with the code, which holds one of its uses. */
async function useCode(code: string, packageId = 'my-future-basic') {
  const ada = await app.quickMember()
  const { status, body } = await ada.post('/api/purchases', await makeOrder(ada, packageId, 'today', 'uk', code))
  if (status !== 200) throw new Error(body.code)
  return { ada, clientSecret: body.data.clientSecret as string, id: body.data.purchase.id as string }
}

test('a code is stored in capitals, once, and its creation is audited', async () => {
  const { body } = await create({ code: ' summer-10 ' })
  expect(body).toMatchObject({
    message: 'Code created. It can be used from its first day.',
    data: { code: 'SUMMER-10' },
  })
  expect((await create({ code: 'Summer-10' })).body.code).toBe('code-taken')
  expect(await app.rows('select action from audit_entry where object_id = $1', body.data.id)).toEqual([
    { action: 'discount-code.created' },
  ])
})

test.each<[string, Partial<DiscountDraft>, string]>([
  ['no name', { code: '' }, 'draft.code'],
  ['a space in its name', { code: 'TEN OFF' }, 'draft.code'],
  ['two characters', { code: 'AB' }, 'draft.code'],
  ['neither percentage nor amount', { percentage: null }, 'draft.percentage'],
  ['both', { amounts: { uk: 100, international: null } }, 'draft.percentage'],
  ['everything off', { percentage: 100 }, 'draft.percentage'],
  ['an end before its beginning', { validFrom: '2026-05-02', validUntil: '2026-05-01' }, 'draft.validUntil'],
  ['no package', { packageIds: [] }, 'draft.packageIds'],
  ['no uses', { maxUses: 0 }, 'draft.maxUses'],
])('a code with %s is refused next to its field', async (_, changes, field) => {
  const { status, body } = await create({ code: 'WRONG', ...changes })
  expect([status, body.code, Object.keys(body.errors)]).toEqual([400, 'invalid-input', [field]])
})

test.each<[string, Partial<DiscountDraft>]>([
  ['leaves nothing', { percentage: null, amounts: { uk: 9_900, international: null } }],
  ['leaves less than the provider takes', { percentage: null, amounts: { uk: null, international: 9_860 } }],
  [
    'is larger than the price of one of its packages',
    { percentage: null, amounts: { uk: 10_000, international: null } },
  ],
])('a discount that %s is not sold', async (_, changes) => {
  expect((await create({ code: 'LARGE', ...changes })).body.code).toBe('discount-too-large')
  const dearer = { ...changes, packageIds: ['biz-future-pro'] }
  expect((await create({ code: `LARGE-${Object.values(changes.amounts ?? {}).join('')}`, ...dearer })).status).toBe(200)
})

test('a package that does not exist is refused', async () => {
  expect((await create({ code: 'PACKAGE', packageIds: ['my-future-gold'] })).body.code).toBe('package-unknown')
})

test('days are London days: the code ends with the last one', async () => {
  const { id } = await newCode(administrator, { code: 'DAYS', validFrom: '2026-06-01', validUntil: '2026-06-30' })
  expect(await app.rows('select valid_from, valid_until from discount_code where id = $1', id)).toEqual([
    { valid_from: new Date('2026-05-31T23:00:00Z'), valid_until: new Date('2026-06-30T23:00:00Z') },
  ])
  const { body } = await administrator.get(`${url}/${id}`)
  expect(body.data).toMatchObject({ validFrom: '2026-06-01', validUntil: '2026-06-30' })
})

test('the list shows uses, what was given in each currency, and who used the code', async () => {
  const { id } = await newCode(administrator, { code: 'COUNTED', maxUses: 3 })
  const { ada, clientSecret, id: purchaseId } = await useCode('COUNTED')
  await app.pay(clientSecret)
  await app.settle()
  await useCode('COUNTED', 'study-world-basic')

  const { items } = (await administrator.get(url)).body.data
  expect(items.find((code: { id: string }) => code.id === id)).toMatchObject({
    uses: 2,
    maxUses: 3,
    given: [{ currency: 'GBP', amount: 1_980 }],
    state: 'active',
    isFixed: true,
  })
  const uses = (await administrator.get(`${url}/${id}/uses`)).body.data.items
  expect(uses).toMatchObject([
    { packageTitle: 'STUDY WORLD', status: 'pending', reference: null },
    { purchaseId, buyer: { id: ada.id }, discount: 1_980, status: 'completed' },
  ])
  expect((await administrator.get(`${url}.csv`)).body).toMatch(
    /"COUNTED","active",20,,,"all","all",,,no,2,3,"unlimited",19\.80,0\.00/,
  )
})

test('once used, a code keeps its name and discount and cannot be deleted, but its limits can change', async () => {
  const { id, version } = await newCode(administrator, { code: 'FIXED' })
  await useCode('FIXED')
  expect((await update(id, version, { code: 'OTHER' })).body.code).toBe('code-fixed')
  expect((await update(id, version, { code: 'FIXED', percentage: 21 })).body.code).toBe('code-fixed')
  const { body } = await update(id, version, { code: 'FIXED', maxUses: 1 })
  expect(body.data).toMatchObject({ maxUses: 1, state: 'used-up', version: version + 1 })
  const { body: refusal } = await administrator.send('DELETE', `${url}/${id}`)
  expect([refusal.code, refusal.message]).toEqual([
    'code-fixed',
    'This code has been used, so it can’t be deleted. Pause it instead.',
  ])
  await expect(app.rows('delete from discount_code where id = $1', id)).rejects.toThrow('foreign key')
})

test('an unused code can be renamed and deleted; what was done is audited', async () => {
  const { id, version } = await newCode(administrator, { code: 'DRAFT' })
  await newCode(administrator, { code: 'TAKEN' })
  expect((await update(id, version, { code: 'TAKEN' })).body.code).toBe('code-taken')
  expect((await update(id, version, { code: 'FINAL' })).status).toBe(200)
  expect((await update(id, version, { code: 'LATE' })).body.code).toBe('edited-elsewhere')
  await administrator.send('PUT', `${url}/${id}/pause`, { isPaused: true })
  await administrator.send('PUT', `${url}/${id}/pause`, { isPaused: false })
  expect((await administrator.send('DELETE', `${url}/${id}`)).body.message).toBe('Code deleted.')
  expect((await administrator.get(`${url}/${id}`)).status).toBe(404)
  const actions = await app.rows('select action from audit_entry where object_id = $1', id)
  expect(actions.map(({ action }) => action.replace('discount-code.', '')).sort()).toEqual([
    'changed',
    'created',
    'deleted',
    'paused',
    'resumed',
  ])
})

test('a deleted buyer is shown without a name', async () => {
  const { id } = await newCode(administrator, { code: 'ERASED' })
  const { ada, clientSecret } = await useCode('ERASED')
  await app.pay(clientSecret)
  await app.settle()
  expect((await ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  expect((await administrator.get(`${url}/${id}/uses`)).body.data.items).toMatchObject([{ buyer: null }])
})

test('codes do not touch purchases without one', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  expect(await app.rows('select discount, discount_code_id from purchase where id = $1', id)).toEqual([
    { discount: 0, discount_code_id: null },
  ])
})
