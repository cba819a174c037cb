import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makePng } from '#tests/support/png.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

const profile = {
  version: 0,
  displayName: 'Ada Lovelace',
  jobTitle: 'Careers adviser',
  summary: 'Listens first.',
  languages: ['en', 'pt-BR'],
  services: ['MY_FUTURE'],
  position: 2,
  isShown: true,
  image: makePng('amber', 64).toString('base64'),
}
const save = (id: string, changes: Partial<Record<keyof typeof profile, unknown>> = {}) =>
  administrator.send('PUT', `/api/admin/consultant-profiles/${id}`, { ...profile, ...changes })
const listShown = async () => (await app.visitor.get('/api/consultants')).body.data

test('a published profile appears on the consultants page until it is hidden', async () => {
  const consultant = await app.quickMember('consultant')
  const { status, body } = await save(consultant.id)
  expect([status, body.message]).toEqual([200, 'Profile saved. The public page will show your changes within seconds.'])
  expect(body.data).toMatchObject({
    version: 1,
    isShown: true,
    picture: expect.stringMatching(/^data:image\/webp;base64,/),
  })
  expect(await listShown()).toMatchObject([{ displayName: 'Ada Lovelace', jobTitle: 'Careers adviser' }])
  expect((await app.visitor.get((await listShown())[0].picture)).headers['content-type']).toBe('image/webp')

  await save(consultant.id, { version: 1, isShown: false, image: null })
  expect(await listShown()).toEqual([])
  const entries = await app.rows(
    'select after from audit_entry where object_id = $1 order by occurred_at',
    consultant.id,
  )
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).not.toContain('Lovelace')
})

test('the picture is kept if no new one is sent', async () => {
  const consultant = await app.quickMember('consultant')
  const { picture } = (await save(consultant.id)).body.data
  const { body } = await save(consultant.id, { version: 1, image: null, summary: 'Another text.' })
  expect(body.data).toMatchObject({ picture, summary: 'Another text.', version: 2 })
  await save(consultant.id, { version: 2, image: null, isShown: false })
})

test('a profile without a picture is shown, and a file that is not a picture is refused', async () => {
  const consultant = await app.quickMember('consultant')
  expect((await save(consultant.id, { image: null })).status).toBe(200)
  expect(await listShown()).toMatchObject([{ displayName: 'Ada Lovelace', picture: null }])
  const noPicture = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
  expect((await save(consultant.id, { image: noPicture })).body.code).toBe('not-a-picture')
  expect((await save(consultant.id, { version: 1, image: null, isShown: false })).status).toBe(200)
})

test('a concurrent change to a profile is refused', async () => {
  const consultant = await app.quickMember('consultant')
  const answers = await Promise.all([
    save(consultant.id, { displayName: 'One', isShown: false }),
    save(consultant.id, { displayName: 'Other', isShown: false }),
  ])
  expect(answers.map(({ body }) => body.code ?? 'saved').sort()).toEqual(['edited-elsewhere', 'saved'])
})

test("only consultants' accounts have a profile", async () => {
  const member = await app.quickMember()
  expect((await save(member.id)).body.code).toBe('profile-not-found')
  const { profiles } = (await administrator.get('/api/admin/consultant-profiles')).body.data
  expect(profiles.map(({ accountId }: { accountId: string }) => accountId)).not.toContain(member.id)
})

test.each([
  ['languages', ['<b>']],
  ['services', []],
  ['displayName', ' '],
  ['position', -1],
])('rejects a profile with %s set to %j', async (name, value) => {
  const consultant = await app.quickMember('consultant')
  const { status, body } = await save(consultant.id, { [name]: value })
  expect([status, Object.keys(body.errors)[0]?.split('.')[0]]).toEqual([400, name])
})
