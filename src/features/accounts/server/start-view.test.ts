import { afterAll, expect, test } from 'vitest'
import { givenPackage } from '../../../../tests/support/bookings.ts'
import { nameOf, startAppWithRoutes } from '../../../../tests/support/endpoints.ts'
import type { Member } from '../../../../tests/support/start-app.ts'
import { makeClient } from '../../../../tests/support/test-client.ts'

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const reason = 'They cannot find their invoice'

async function look(staff: Member, member: Member) {
  const { body } = await staff.post(`/api/admin/members/${member.id}/views`, { reason })
  return { ...body.data, ...makeClient(app.app, body.data.token) }
}

const someone = { staff: await app.quickMember('administrator'), member: await app.quickMember() }
await givenPackage(app, someone.member.id)

test('an administrator sees what a member sees, which is recorded, and stays logged in beside it', async () => {
  const { staff, member } = someone
  const view = await look(staff, member)
  expect(view.user).toMatchObject({ id: member.id, email: member.person.email })
  expect((await view.get('/api/auth/me')).body.data.user.id).toBe(member.id)
  expect((await view.get('/api/portal/dashboard')).status).toBe(200)
  expect((await staff.get('/api/auth/me')).body.data.user.id).toBe(staff.id)
  const entries = await app.rows('select * from audit_entry where object_id = $1', member.id)
  expect(entries).toMatchObject([{ action: 'member.viewed', actor_id: staff.id, reason, after: { view: view.id } }])
})

test('whoever looks at the pages of a member can change nothing at all', async () => {
  const view = await look(someone.staff, someone.member)
  const writing = endpoints.filter(({ method }) => method !== 'GET')
  expect(writing.length).toBeGreaterThan(100)
  for (const endpoint of writing) {
    const url = endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status, body } = await view.send(endpoint.method, url, endpoint.body ? {} : undefined)
    expect([nameOf(endpoint), status, body.code]).toEqual([nameOf(endpoint), 403, 'only-looking'])
  }
})

test('what whoever looks may read leaves everything as it was', async () => {
  const view = await look(someone.staff, someone.member)
  const everything = async () => {
    const tables = await app.rows(
      "select tablename from pg_tables where schemaname = 'public' and tablename not in ('attempt_limit', 'session')",
    )
    const sums: Record<string, string> = {}
    for (const { tablename } of tables) {
      const [row] = await app.rows(
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from "${tablename}" t`,
      )
      sums[tablename] = row.md5
    }
    return sums
  }
  const before = await everything()
  for (const { method, path, access, events } of endpoints) {
    if (method !== 'GET' || access === 'public' || events) continue
    const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status } = await view.get(url)
    expect([path, status]).not.toEqual([path, 500])
    if (path.startsWith('/api/admin') || path.startsWith('/api/consultant')) expect([path, status]).toEqual([path, 403])
  }
  expect(await everything()).toEqual(before)
})

test('the data of a member cannot be carried away by whoever looks at their pages', async () => {
  const view = await look(someone.staff, someone.member)
  expect((await view.get('/api/account/data')).body.code).toBe('confirmation-needed')
})

test('looking at the pages of a member ends after an hour, however busy the administrator is', async () => {
  const staff = await app.quickMember('administrator')
  const view = await look(staff, someone.member)
  for (let minutes = 10; minutes < 60; minutes += 10) {
    app.clock.advance({ minutes: 10 })
    expect((await view.get('/api/auth/me')).status).toBe(200)
  }
  app.clock.advance({ minutes: 10 })
  expect((await view.get('/api/auth/me')).status).toBe(401)
})

test('it ends when the administrator logs out, stops looking, is disabled or is no administrator any more', async () => {
  const member = await app.quickMember()
  const other = await app.quickMember('administrator')
  const ends = {
    logsOut: (staff: Member) => staff.post('/api/auth/logout'),
    stopsLooking: (staff: Member, viewId: string) => staff.delete(`/api/admin/views/${viewId}`),
    isDisabled: (staff: Member) =>
      other.send('PUT', `/api/admin/members/${staff.id}/access`, { isAllowed: false, reason }),
    losesTheRole: (staff: Member) => app.rows("update account set role = 'member' where id = $1", staff.id),
    isIdle: async () => app.clock.advance({ minutes: 15 }),
  }
  for (const [name, end] of Object.entries(ends)) {
    const staff = await app.quickMember('administrator')
    const view = await look(staff, member)
    expect([name, (await view.get('/api/auth/me')).status]).toEqual([name, 200])
    await end(staff, view.id)
    expect([name, (await view.get('/api/auth/me')).status]).toEqual([name, 401])
  }
})

test('only administrators look at pages, and only at those of members', async () => {
  const { staff, member } = { staff: await app.quickMember('administrator'), member: await app.quickMember() }
  const consultant = await app.quickMember('consultant')
  const path = (of: Member) => `/api/admin/members/${of.id}/views`
  expect((await consultant.post(path(member), { reason })).status).toBe(403)
  expect((await member.post(path(someone.member), { reason })).status).toBe(403)
  expect((await staff.post(path(consultant), { reason })).body.code).toBe('staff-account')
  app.clock.advance({ minutes: 11 })
  expect((await staff.post(path(member), { reason })).body.code).toBe('confirmation-needed')
})

test('nobody ends the look of somebody else', async () => {
  const staff = await app.quickMember('administrator')
  const view = await look(staff, await app.quickMember())
  await (await app.quickMember('administrator')).delete(`/api/admin/views/${view.id}`)
  expect((await view.get('/api/auth/me')).status).toBe(200)
})

test('a member is told in their data when staff looked at their pages', async () => {
  const staff = await app.quickMember('administrator')
  const member = await app.quickMember()
  await look(staff, member)
  const file = await member.get('/api/account/data')
  expect(file.status).toBe(200)
  const [{ count }] = await app.rows('select count(*)::int from member_view where member_id = $1', member.id)
  expect(count).toBe(1)
})
