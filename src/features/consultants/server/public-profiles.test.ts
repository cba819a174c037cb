import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { insertConsultant } from '#tests/support/given/consultants.ts'
import { makePng } from '#tests/support/png.ts'

test('an unpublished consultant is not listed and has no picture', async () => {
  await using app = await startApp()
  const { id } = await insertConsultant(app, { publishedAt: null })
  expect((await app.visitor.get('/api/consultants')).body.data).toEqual([])
  expect((await app.visitor.get(`/consultants/${id}/picture`)).status).toBe(404)
})

test('published consultants are listed in order, with language names in English', async () => {
  await using app = await startApp()
  const beth = await insertConsultant(app, { displayName: 'Beth', position: 2, languages: ['cy', 'en-GB'] })
  const zoe = await insertConsultant(app, { displayName: 'Zoe', position: 1, services: ['BIZ_FUTURE', 'MY_FUTURE'] })

  const { body } = await app.visitor.get('/api/consultants')

  expect(body.data).toEqual([
    {
      id: zoe.id,
      jobTitle: null,
      displayName: 'Zoe',
      languages: [{ code: 'en', name: 'English' }],
      summary: 'Listens first.',
      services: ['BIZ_FUTURE', 'MY_FUTURE'],
      picture: expect.stringMatching(new RegExp(`^/consultants/${zoe.id}/picture\\?v=[0-9a-f]{16}$`)),
    },
    expect.objectContaining({
      id: beth.id,
      languages: [
        { code: 'cy', name: 'Welsh' },
        { code: 'en-GB', name: 'British English' },
      ],
    }),
  ])
})

test.each([
  ['is disabled', 'update account set disabled_at = now() where id = $1'],
  ['is no longer a consultant’s', "update account set role = 'member' where id = $1"],
  ['is deleted', 'delete from account where id = $1'],
])('a consultant whose account %s is no longer shown, and pages are rendered again', async (_, change) => {
  await using app = await startApp()
  const { accountId } = await insertConsultant(app)
  const [{ picture }] = (await app.visitor.get('/api/consultants')).body.data
  const version = await contentVersion(app)

  await app.rows('delete from session where account_id = $1', accountId)
  await app.rows(change, accountId)

  expect((await app.visitor.get('/api/consultants')).body.data).toEqual([])
  expect((await app.visitor.get(picture)).status).toBe(404)
  expect(await contentVersion(app)).not.toBe(version)
})

test("changing a member's account does not render the pages again", async () => {
  await using app = await startApp()
  await insertConsultant(app)
  const member = await app.quickMember()
  const version = await contentVersion(app)
  await app.rows('update account set disabled_at = now() where id = $1', member.id)
  await app.rows("update account set first_name = 'Another'")
  expect(await contentVersion(app)).toBe(version)
})

test.each([
  ['with a picture type that may hold a script', { pictureType: 'image/svg+xml' }],
  ['with a picture of more than a megabyte', { picture: Buffer.alloc(1_048_577) }],
  ['without a language', { languages: [] }],
  ['with an invalid language', { languages: ['en', 'English'] }],
  ['without a service', { services: [] }],
  ['for an unknown service', { services: ['HIS_FUTURE'] }],
  ['without a name', { displayName: ' ' }],
])('the database refuses a consultant %s', async (_, entry) => {
  await using app = await startApp()
  await expect(insertConsultant(app, entry)).rejects.toMatchObject({ code: '23514' })
})

test('a picture is cached for ever under its address, and a new picture has a new address', async () => {
  await using app = await startApp()
  const { id } = await insertConsultant(app)
  const [{ picture }] = (await app.visitor.get('/api/consultants')).body.data

  const answer = await app.app.inject({ url: picture })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.rawPayload.equals(makePng('amber'))).toBe(true)
  const revalidated = await app.app.inject({ url: picture, headers: { 'if-none-match': String(answer.headers.etag) } })
  expect([revalidated.statusCode, revalidated.body]).toEqual([304, ''])

  await app.rows('update consultant set picture = $2 where id = $1', id, makePng('blue'))
  const outdated = await app.app.inject({ url: picture })
  expect([outdated.statusCode, outdated.headers['cache-control']]).toEqual([200, 'no-cache'])
  const [changed] = (await app.visitor.get('/api/consultants')).body.data
  expect(changed.picture).not.toBe(picture)
})

test.each(['00000000-0000-4000-8000-000000000000', '1', "'; drop table consultant", '%00'])(
  'a request for the picture of the consultant "%s" gets a 404',
  async (id) => {
    await using app = await startApp()
    const { status, headers } = await app.visitor.get(`/consultants/${encodeURIComponent(id)}/picture`)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

/** The version number that decides when pages are rendered again. */
async function contentVersion(app: TestApp): Promise<number> {
  return (await app.rows('select version from content_version'))[0].version
}
