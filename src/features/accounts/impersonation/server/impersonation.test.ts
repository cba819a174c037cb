import { afterAll, expect, test } from 'vitest'
import { endpointName, startAppWithRoutes } from '../../../../../tests/support/app/endpoints.ts'
import type { Member } from '../../../../../tests/support/app/start-app.ts'
import { makeClient } from '../../../../../tests/support/app/test-client.ts'
import { givenPackage } from '../../../../../tests/support/given/bookings.ts'

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const reason = 'They cannot find their invoice'

async function look(staff: Member, member: Member) {
  const { body } = await staff.post(`/api/admin/members/${member.id}/impersonations`, { reason })
  return { ...body.data, ...makeClient(app.app, body.data.token) }
}

const someone = { staff: await app.quickMember('administrator'), member: await app.quickMember() }
await givenPackage(app, someone.member.id)

test('impersonation is audited and leaves the administrator’s own session logged in', async () => {
  const { staff, member } = someone
  const view = await look(staff, member)
  expect(view.user).toMatchObject({ id: member.id, email: member.person.email })
  expect((await view.get('/api/auth/me')).body.data.user.id).toBe(member.id)
  expect((await view.get('/api/portal/dashboard')).status).toBe(200)
  expect((await staff.get('/api/auth/me')).body.data.user.id).toBe(staff.id)
  const entries = await app.rows('select * from audit_entry where object_id = $1', member.id)
  expect(entries).toMatchObject([
    { action: 'member.impersonated', actor_id: staff.id, reason, after: { impersonation: view.id } },
  ])
})

test('impersonation rejects every request that writes', async () => {
  const view = await look(someone.staff, someone.member)
  const writing = endpoints.filter(({ method }) => method !== 'GET')
  expect(writing.length).toBeGreaterThan(100)
  for (const endpoint of writing) {
    const url = endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status, body } = await view.send(endpoint.method, url, endpoint.body ? {} : undefined)
    expect([endpointName(endpoint), status, body.code]).toEqual([
      endpointName(endpoint),
      403,
      'impersonation-is-read-only',
    ])
  }
})

test('reading during impersonation changes no data', async () => {
  const view = await look(someone.staff, someone.member)
  const everything = async () => {
    const tables = await app.rows(
      "select tablename from pg_tables where schemaname = 'public' and tablename not in ('rate_limit', 'session')",
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

test('impersonation cannot export the member’s data', async () => {
  const view = await look(someone.staff, someone.member)
  expect((await view.get('/api/account/data')).body.code).toBe('reauthentication-needed')
})

test('impersonation ends after one hour even if active', async () => {
  const staff = await app.quickMember('administrator')
  const view = await look(staff, someone.member)
  for (let minutes = 10; minutes < 60; minutes += 10) {
    app.clock.advance({ minutes: 10 })
    expect((await view.get('/api/auth/me')).status).toBe(200)
  }
  app.clock.advance({ minutes: 10 })
  expect((await view.get('/api/auth/me')).status).toBe(401)
})

test('impersonation ends on logout, stop, disabling, role change or inactivity', async () => {
  const member = await app.quickMember()
  const other = await app.quickMember('administrator')
  const ends = {
    logsOut: (staff: Member) => staff.post('/api/auth/logout'),
    stopsLooking: (staff: Member, impersonationId: string) =>
      staff.delete(`/api/admin/impersonations/${impersonationId}`),
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

test('only administrators can impersonate, only members, and only after reauthentication', async () => {
  const { staff, member } = { staff: await app.quickMember('administrator'), member: await app.quickMember() }
  const consultant = await app.quickMember('consultant')
  const path = (of: Member) => `/api/admin/members/${of.id}/impersonations`
  expect((await consultant.post(path(member), { reason })).status).toBe(403)
  expect((await member.post(path(someone.member), { reason })).status).toBe(403)
  expect((await staff.post(path(consultant), { reason })).body.code).toBe('staff-account')
  app.clock.advance({ minutes: 11 })
  expect((await staff.post(path(member), { reason })).body.code).toBe('reauthentication-needed')
})

test('an administrator cannot end another administrator’s impersonation', async () => {
  const staff = await app.quickMember('administrator')
  const view = await look(staff, await app.quickMember())
  await (await app.quickMember('administrator')).delete(`/api/admin/impersonations/${view.id}`)
  expect((await view.get('/api/auth/me')).status).toBe(200)
})

test('a member’s data export works after an impersonation, which is recorded', async () => {
  const staff = await app.quickMember('administrator')
  const member = await app.quickMember()
  await look(staff, member)
  const file = await member.get('/api/account/data')
  expect(file.status).toBe(200)
  const [{ count }] = await app.rows('select count(*)::int from impersonation where member_id = $1', member.id)
  expect(count).toBe(1)
})
