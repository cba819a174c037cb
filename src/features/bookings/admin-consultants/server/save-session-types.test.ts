import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenConsultant } from '#tests/support/given/booked-sessions.ts'
import { insertConsultant } from '#tests/support/given/consultants.ts'

const app = await startApp()
afterAll(app.close)
const staff = await app.quickMember('administrator')
const getRecord = async (id: string) => (await staff.get(`/api/admin/consultants/${id}`)).body.data
const save = (id: string, body: object) => staff.send('PUT', `/api/admin/consultants/${id}/session-types`, body)

test('administrators see each consultant and why they cannot be booked', async () => {
  const ada = await givenConsultant(app, { displayName: 'Ada' })
  const { id: grace } = await insertConsultant(app, { displayName: 'Grace' })
  const { body } = await staff.get('/api/admin/consultants')
  expect(body.data).toMatchObject([
    { id: ada.consultantId, displayName: 'Ada', isActive: true, hasHours: true, chosenSessions: null, upcoming: 0 },
    { id: grace, hasHours: false },
  ])
  await app.rows(
    'update account set disabled_at = now() where id = (select account_id from consultant where id = $1)',
    grace,
  )
  expect(await getRecord(grace)).toMatchObject({ isActive: false, availability: null, calendarList: [] })
  const refused = await save(grace, { version: 0, sessions: null })
  expect([refused.status, refused.body.code]).toEqual([409, 'no-availability'])
})

test('saving session types checks the version and leaves the weekly hours unchanged', async () => {
  const { consultantId } = await givenConsultant(app)
  const before = await getRecord(consultantId)
  const [first, second] = before.offered as { packageId: string; lineKey: string }[]
  const firstType = { packageId: first?.packageId, lineKey: first?.lineKey }
  const saved = await save(consultantId, { version: before.availability.version, sessions: [firstType, firstType] })
  expect(saved.body.data).toMatchObject({ chosenSessions: 1, availability: { sessions: [firstType] } })
  expect(saved.body.data.availability.weeklyHours).toEqual(before.availability.weeklyHours)

  const staleSave = await save(consultantId, {
    version: before.availability.version,
    sessions: [{ packageId: second?.packageId, lineKey: second?.lineKey }],
  })
  expect([staleSave.status, staleSave.body.code]).toEqual([409, 'edited-elsewhere'])
  expect((await getRecord(consultantId)).availability.sessions).toEqual([firstType])
  expect(await app.rows('select action, before, after from audit_entry where object_id = $1', consultantId)).toEqual([
    {
      action: 'consultant.session-types-changed',
      before: { sessions: null },
      after: { sessions: [firstType] },
    },
  ])
})

test('rejects a session type outside the consultant’s services', async () => {
  const { consultantId } = await givenConsultant(app)
  const { availability } = await getRecord(consultantId)
  const { status, body } = await save(consultantId, {
    version: availability.version,
    sessions: [{ packageId: 'no-package', lineKey: 'no-line' }],
  })
  expect([status, body.code]).toEqual([400, 'session-type-not-offered'])
})
