import { afterAll, expect, test } from 'vitest'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import { givenPackage } from '#tests/support/given/bookings.ts'
import { buy } from '#tests/support/given/refunds.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')

async function givenNamedMember(firstName: string, lastName: string, email = newPerson().email) {
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

async function findNames(query: Record<string, string>) {
  const { status, body } = await staff.get(`/api/admin/members?${new URLSearchParams({ limit: '100', ...query })}`)
  expect(status).toBe(200)
  return body.data.items.map(({ name }: { name: string }) => name)
}

await givenNamedMember('Mary Ann', "O'Brien-Smith", 'maryann.obrien+news@mail.example')
await givenNamedMember('José', 'Álvarez', 'jose@example.net')
await givenNamedMember('Maria', 'Brown', 'm.brown@example.net')

test('members are found by the beginning of any word in their name or email', async () => {
  expect(await findNames({ search: 'ann' })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await findNames({ search: 'SMITH mary' })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await findNames({ search: "o'brien" })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await findNames({ search: 'maryann.obrien+news@mail.example' })).toEqual(["Mary Ann O'Brien-Smith"])
  expect(await findNames({ search: 'mar' })).toEqual(['Maria Brown', "Mary Ann O'Brien-Smith"])
  expect(await findNames({ search: 'jos' })).toEqual(['José Álvarez'])
  expect(await findNames({ search: 'álv' })).toEqual(['José Álvarez'])
  expect(await findNames({ search: 'm brown' })).toEqual(['Maria Brown'])
  expect(await findNames({ search: 'rown' })).toEqual([])
})

test('searching for the beginning of an email address finds only its owner', async () => {
  await givenNamedMember('Jane', 'Jones', 'jane_j@mail.example')
  await givenNamedMember('Mail', 'Jane', 'jones.j@mail.example')
  expect(await findNames({ search: ' Jane_J@mail.ex ' })).toEqual(['Jane Jones'])
  expect(await findNames({ search: 'jane j mail' })).toEqual(['Mail Jane', 'Jane Jones'])
  expect(await findNames({ search: 'janexj@mail' })).toEqual([])
  // No email begins with this text, but one matches it word by word.
  expect(await findNames({ search: 'obrien@mail' })).toEqual(["Mary Ann O'Brien-Smith"])
})

test('special characters in the search are treated as text', async () => {
  for (const search of ["'", "':*", 'a & b | !c', '\\', "x' or true --", '%', '()', 'ann:*', '<b>', "\\' :A"])
    expect(Array.isArray(await findNames({ search }))).toBe(true)
  expect(await findNames({ search: "'" })).toEqual([])
})

test('the list can be filtered by state, role and packages', async () => {
  const disabled = await givenNamedMember('Disabled', 'Person')
  await app.rows('update account set disabled_at = now() where id = $1', disabled.id)
  const active = await givenNamedMember('Active', 'Person')
  await app.rows('update account set email_verified_at = now() where id = $1', active.id)
  const deleted = await givenNamedMember('', '')
  await app.rows('update account set disabled_at = now(), deleted_at = now() where id = $1', deleted.id)
  const owner = await givenNamedMember('Owner', 'Person')
  await givenPackage(app, owner.id)
  await app.quickMember('consultant')

  expect(await findNames({ state: 'disabled' })).toEqual(['Disabled Person'])
  expect(await findNames({ state: 'active' })).toEqual(['Active Person'])
  expect(await findNames({ state: 'deleted' })).toEqual([''])
  expect(await findNames({ search: 'person', state: 'unconfirmed' })).toEqual(['Owner Person'])
  expect(await findNames({ package: 'with' })).toEqual(['Owner Person'])
  expect(await findNames({ search: 'person', package: 'without' })).toEqual(['Active Person', 'Disabled Person'])
  expect(await findNames({ role: 'administrator' })).toHaveLength(1)
  expect(await findNames({ role: 'consultant' })).toHaveLength(1)
  expect(await findNames({ role: 'staff' })).toHaveLength(2)
  expect(await findNames({})).not.toContain('')
})

test('the CSV contains the filtered members', async () => {
  await givenNamedMember('=cmd()', 'Formula')
  const { status, body, headers } = await staff.get('/api/admin/members.csv?search=formula')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/members-\d{4}-\d\d-\d\d\.csv/)
  expect(body).toContain('"\'=cmd() Formula"')
  expect(body.trim().split('\r\n')).toHaveLength(2)
})

test('a search for a business lists a member with several purchases only once', async () => {
  const owner = await givenNamedMember('Olive', 'Green')
  const { id } = await buy(app, { member: owner })
  await buy(app, { member: owner })
  await app.rows(
    "update purchase set buyer_kind = 'business', company_name = 'Tree & Leaf (Kew) Ltd' where member_id = $1",
    owner.id,
  )
  for (const search of ['leaf', 'KEW tree', 'Tree & Leaf', 'tree & leaf (kew)'])
    expect(await findNames({ search })).toEqual(['Olive Green'])
  expect(await findNames({ search: 'eaf' })).toEqual([])
  expect(await findNames({ search: 'leaf olive' })).toEqual([])
  const newMembers = Array.from({ length: 12 }, (_, index) => givenNamedMember(`Leafy${index}`, 'Leaf'))
  await Promise.all(newMembers)
  expect(await findNames({ search: 'leaf' })).toHaveLength(13)
  await app.rows("update purchase set buyer_kind = 'consumer', company_name = null where id = $1", id)
  expect(await findNames({ search: 'kew' })).toEqual(['Olive Green'])
})

test('a member’s purchases, packages and emails are listed, and the other lists are empty', async () => {
  const { member } = await buy(app)
  await app.settle()
  const read = async (suffix: string) => (await staff.get(`/api/admin/members/${member.id}${suffix}`)).body.data
  expect(await read('')).toMatchObject({
    email: member.person.email,
    state: 'unconfirmed',
    activePackages: 1,
    spend: [{ currency: 'GBP', amount: 11_880 }],
  })
  expect((await read('/purchases')).items).toMatchObject([{ status: 'completed', total: 11_880 }])
  expect((await read('/packages')).items[0].lines.length).toBeGreaterThan(1)
  expect((await read('/bookings?when=upcoming')).items).toEqual([])
  expect((await read('/files')).items).toEqual([])
  expect((await read('/session-notes')).items).toEqual([])
  const emails = (await read('/emails')).items
  expect(emails.map(({ subject }: { subject: string }) => subject)).toContain(
    '[TEST] Your MY FUTURE WEEK: payment received, £118.80',
  )
  expect(emails[0]).toMatchObject({ recipient: member.person.email, state: 'sent' })
  expect((await staff.get(`/api/admin/emails/${emails[0].id}`)).status).toBe(200)
})

test("administrators can read each other's notes on a member, and only a note's author can delete it", async () => {
  const member = await app.quickMember()
  const colleague = await app.quickMember('administrator')
  const path = `/api/admin/members/${member.id}/notes`
  const { id } = (await staff.post(path, { text: 'Prefers the telephone' })).body.data
  expect((await colleague.get(path)).body.data.items).toMatchObject([
    { text: 'Prefers the telephone', author: 'Ada Lovelace', isOwn: false },
  ])
  expect((await colleague.delete(`${path}/${id}`)).status).toBe(404)
  expect((await staff.delete(`${path}/${id}`)).status).toBe(200)
  expect((await staff.get(path)).body.data.items).toEqual([])
})
