import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '../../../../../tests/support/app/start-app.ts'
import { givenPackage } from '../../../../../tests/support/given/bookings.ts'
import { buy } from '../../../../../tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')

async function given(firstName: string, lastName: string, email = newPerson().email) {
  const member = await app.quickMember()
  await app.rows(
    'update account set first_name = $2, last_name = $3, email = $4, email_canonical = lower($4) where id = $1',
    member.id,
    firstName,
    lastName,
    email,
  )
  return member
}

async function found(query: Record<string, string>) {
  const { status, body } = await staff.get(`/api/admin/members?${new URLSearchParams({ limit: '100', ...query })}`)
  expect(status).toBe(200)
  return body.data.items.map(({ name }: { name: string }) => name)
}

await given('Mary Ann', "O'Brien-Smith", 'maryann.obrien+news@mail.example')
await given('José', 'Álvarez', 'jose@example.net')
await given('Maria', 'Brown', 'm.brown@example.net')

test('members are found by the beginning of any word in their name or email', async () => {
  expect(await found({ search: 'ann' })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await found({ search: 'SMITH mary' })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await found({ search: "o'brien" })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await found({ search: 'maryann.obrien+news@mail.example' })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await found({ search: 'mar' })).toEqual(['Maria Brown', "Mary Ann O'Brien-Smith"])
  expect(await found({ search: 'jos' })).toEqual(['José Álvarez'])
  expect(await found({ search: 'álv' })).toEqual(['José Álvarez'])
  expect(await found({ search: 'm brown' })).toEqual(['Maria Brown'])
  expect(await found({ search: 'rown' })).toEqual([])
})

test('the beginning of an email finds its owner only', async () => {
  await given('Jane', 'Jones', 'jane_j@mail.example')
  await given('Mail', 'Jane', 'jones.j@mail.example')
  expect(await found({ search: ' Jane_J@mail.ex ' })).toEqual(['Jane Jones'])
  expect(await found({ search: 'jane j mail' })).toEqual(['Mail Jane', 'Jane Jones'])
  expect(await found({ search: 'janexj@mail' })).toEqual([])
  // No email begins with this text, but the words of one do.
  expect(await found({ search: 'obrien@mail' })).toEqual(["Mary Ann O'Brien-Smith"])
})

test('special characters in the search are treated as text', async () => {
  for (const search of ["'", "':*", 'a & b | !c', '\\', "x' or true --", '%', '()', 'ann:*', '<b>', "\\' :A"])
    expect(Array.isArray(await found({ search }))).toBe(true)
  expect(await found({ search: "'" })).toEqual([])
})

test('the list can be filtered by state, role and packages', async () => {
  const disabled = await given('Disabled', 'Person')
  await app.rows('update account set disabled_at = now() where id = $1', disabled.id)
  const active = await given('Active', 'Person')
  await app.rows('update account set email_verified_at = now() where id = $1', active.id)
  const gone = await given('', '')
  await app.rows('update account set disabled_at = now(), deleted_at = now() where id = $1', gone.id)
  const owner = await given('Owner', 'Person')
  await givenPackage(app, owner.id)
  await app.quickMember('consultant')

  expect(await found({ state: 'disabled' })).toEqual(['Disabled Person'])
  expect(await found({ state: 'active' })).toEqual(['Active Person'])
  expect(await found({ state: 'deleted' })).toEqual([''])
  expect(await found({ search: 'person', state: 'unconfirmed' })).toEqual(['Owner Person'])
  expect(await found({ package: 'with' })).toEqual(['Owner Person'])
  expect(await found({ search: 'person', package: 'without' })).toEqual(['Active Person', 'Disabled Person'])
  expect(await found({ role: 'administrator' })).toHaveLength(1)
  expect(await found({ role: 'consultant' })).toHaveLength(1)
  expect(await found({ role: 'staff' })).toHaveLength(2)
  expect(await found({})).not.toContain('')
})

test('pages stay stable while members join', async () => {
  const first = (await staff.get('/api/admin/members?limit=2')).body.data
  await given('Newest', 'Newcomer')
  const second = (await staff.get(`/api/admin/members?limit=2&cursor=${first.nextCursor}`)).body.data
  const all = (await staff.get('/api/admin/members?limit=5')).body.data.items
  const ids = (items: { id: string }[]) => items.map(({ id }) => id)
  expect([...ids(first.items), ...ids(second.items)]).toEqual(ids(all).slice(1))
})

test('the CSV has the filtered members and is audited', async () => {
  await given('=cmd()', 'Formula')
  const { status, body, headers } = await staff.get('/api/admin/members.csv?search=formula')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/members-\d{4}-\d\d-\d\d\.csv/)
  expect(body).toContain('"\'=cmd() Formula"')
  expect(body.trim().split('\r\n')).toHaveLength(2)
  const recorded = await app.rows("select actor_id, after from audit_entry where action = 'list.downloaded'")
  expect(recorded).toEqual([{ actor_id: staff.id, after: { filters: ['search'] } }])
})

test('a member is found once by the business they bought for', async () => {
  const owner = await given('Olive', 'Green')
  const { id } = await buy(app, { member: owner })
  await buy(app, { member: owner })
  await app.rows(
    "update purchase set buyer_kind = 'business', company_name = 'Tree & Leaf (Kew) Ltd' where member_id = $1",
    owner.id,
  )
  for (const search of ['leaf', 'KEW tree', 'Tree & Leaf', 'tree & leaf (kew)'])
    expect(await found({ search })).toEqual(['Olive Green'])
  expect(await found({ search: 'eaf' })).toEqual([])
  expect(await found({ search: 'leaf olive' })).toEqual([])
  const many = Array.from({ length: 12 }, (_, index) => given(`Leafy${index}`, 'Leaf'))
  await Promise.all(many)
  expect(await found({ search: 'leaf' })).toHaveLength(13)
  await app.rows("update purchase set buyer_kind = 'consumer', company_name = null where id = $1", id)
  expect(await found({ search: 'kew' })).toEqual(['Olive Green'])
})
