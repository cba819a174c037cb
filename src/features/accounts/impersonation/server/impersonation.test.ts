import { afterAll, expect, test } from 'vitest'
import { endpointName, startAppWithRoutes } from '#tests/support/app/endpoints.ts'
import type { Member } from '#tests/support/app/start-app.ts'
import { givenPackage } from '#tests/support/given/bookings.ts'

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const reason = 'They cannot find their invoice'

async function impersonate(staff: Member, member: Member) {
  const { body } = await staff.post(`/api/admin/members/${member.id}/impersonations`, { reason })
  return { ...body.data, ...app.withToken(body.data.token) }
}

const shared = { staff: await app.quickMember('administrator'), member: await app.quickMember() }
await givenPackage(app, shared.member.id)

test('impersonation is audited and leaves the administrator’s own session logged in', async () => {
  const { staff, member } = shared
  const impersonation = await impersonate(staff, member)
  expect(impersonation.user).toMatchObject({ id: member.id, email: member.person.email })
  expect((await impersonation.get('/api/auth/me')).body.data.user.id).toBe(member.id)
  expect((await impersonation.get('/api/portal/dashboard')).status).toBe(200)
  expect((await staff.get('/api/auth/me')).body.data.user.id).toBe(staff.id)
  const entries = await app.rows('select * from audit_entry where object_id = $1', member.id)
  expect(entries).toMatchObject([
    { action: 'member.impersonated', actor_id: staff.id, reason, after: { impersonation: impersonation.id } },
  ])
})

test('every write request is rejected during impersonation', async () => {
  const impersonation = await impersonate(shared.staff, shared.member)
  const writeEndpoints = endpoints.filter(({ method }) => method !== 'GET')
  expect(writeEndpoints.length).toBeGreaterThan(100)
  for (const endpoint of writeEndpoints) {
    const url = endpoint.path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status, body } = await impersonation.send(endpoint.method, url, endpoint.body ? {} : undefined)
    expect([endpointName(endpoint), status, body.code]).toEqual([
      endpointName(endpoint),
      403,
      'impersonation-is-read-only',
    ])
  }
})

test('reading during impersonation changes no data', async () => {
  const impersonation = await impersonate(shared.staff, shared.member)
  const computeChecksums = async () => {
    const tables = await app.rows(
      "select tablename from pg_tables where schemaname = 'public' and tablename not in ('rate_limit', 'session')",
    )
    const checksums: Record<string, string> = {}
    for (const { tablename } of tables) {
      const [row] = await app.rows(
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from "${tablename}" t`,
      )
      checksums[tablename] = row.md5
    }
    return checksums
  }
  const before = await computeChecksums()
  for (const { method, path, access, events } of endpoints) {
    if (method !== 'GET' || access === 'public' || events) continue
    const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const { status } = await impersonation.get(url)
    expect([path, status]).not.toEqual([path, 500])
    if (path.startsWith('/api/admin') || path.startsWith('/api/consultant')) expect([path, status]).toEqual([path, 403])
  }
  expect(await computeChecksums()).toEqual(before)
})

test('the member’s data cannot be exported during impersonation', async () => {
  const impersonation = await impersonate(shared.staff, shared.member)
  expect((await impersonation.get('/api/account/data')).body.code).toBe('reauthentication-needed')
})

test('impersonation ends after one hour even if the tab is in use', async () => {
  const staff = await app.quickMember('administrator')
  const impersonation = await impersonate(staff, shared.member)
  for (let minutes = 10; minutes < 60; minutes += 10) {
    app.clock.advance({ minutes: 10 })
    expect((await impersonation.get('/api/auth/me')).status).toBe(200)
  }
  app.clock.advance({ minutes: 10 })
  expect((await impersonation.get('/api/auth/me')).status).toBe(401)
})

test('impersonation ends when the administrator stops it, logs out, is idle, is disabled or changes role', async () => {
  const member = await app.quickMember()
  const otherAdmin = await app.quickMember('administrator')
  const endings = {
    logsOut: (staff: Member) => staff.post('/api/auth/logout'),
    stopsImpersonating: (staff: Member, impersonationId: string) =>
      staff.delete(`/api/admin/impersonations/${impersonationId}`),
    isDisabled: (staff: Member) =>
      otherAdmin.send('PUT', `/api/admin/members/${staff.id}/access`, { isAllowed: false, reason }),
    losesTheRole: (staff: Member) => app.rows("update account set role = 'member' where id = $1", staff.id),
    isIdle: async () => app.clock.advance({ minutes: 15 }),
  }
  for (const [name, end] of Object.entries(endings)) {
    const staff = await app.quickMember('administrator')
    const impersonation = await impersonate(staff, member)
    expect([name, (await impersonation.get('/api/auth/me')).status]).toEqual([name, 200])
    await end(staff, impersonation.id)
    expect([name, (await impersonation.get('/api/auth/me')).status]).toEqual([name, 401])
  }
})

test('staff cannot be impersonated', async () => {
  const [staff, consultant] = [await app.quickMember('administrator'), await app.quickMember('consultant')]
  const { body } = await staff.post(`/api/admin/members/${consultant.id}/impersonations`, { reason })
  expect(body.code).toBe('staff-account')
})

test('an administrator cannot end another administrator’s impersonation', async () => {
  const staff = await app.quickMember('administrator')
  const impersonation = await impersonate(staff, await app.quickMember())
  await (await app.quickMember('administrator')).delete(`/api/admin/impersonations/${impersonation.id}`)
  expect((await impersonation.get('/api/auth/me')).status).toBe(200)
})

test('a member can export their data after an impersonation', async () => {
  const staff = await app.quickMember('administrator')
  const member = await app.quickMember()
  await impersonate(staff, member)
  const file = await member.get('/api/account/data')
  expect(file.status).toBe(200)
  const [{ count }] = await app.rows('select count(*)::int from impersonation where member_id = $1', member.id)
  expect(count).toBe(1)
})
