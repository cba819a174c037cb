import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenHeldSession, newRating } from '#tests/support/given/ratings.ts'

const app = await startApp()
afterAll(app.close)

const getConsent = async (bookingId: string) =>
  (await app.rows('select consent_version, consented_at from rating where booking_id = $1', bookingId))[0]

test('a member can rate a held session, change the rating and delete it', async () => {
  const { member, path } = await givenHeldSession(app)
  expect((await member.get(path)).body.data).toMatchObject({ canRate: true, rating: null })

  const saved = await member.send('PUT', path, newRating({ score: 4, comment: '  It helped. ' }))
  const rating = { score: 4, comment: 'It helped.', mayPublish: false, ratedAt: expect.any(String) }
  expect([saved.status, saved.body.data]).toEqual([200, rating])
  await member.send('PUT', path, newRating({ score: 2, comment: ' ' }))
  expect((await member.get(path)).body.data.rating).toEqual({ ...rating, score: 2, comment: null })

  expect((await member.delete(path)).status).toBe(200)
  expect((await member.delete(path)).status).toBe(200)
  expect((await member.get(path)).body.data.rating).toBeNull()
})

test.each(['booked', 'missed', 'cancelled'] as const)('rejects a rating for a session that is %s', async (state) => {
  const { member, path } = await givenHeldSession(app, { state })
  expect((await member.get(path)).body.data.canRate).toBe(false)
  expect(await member.send('PUT', path, newRating())).toMatchObject({ status: 409, body: { code: 'not-held' } })
})

test('rating another member’s session responds with 404', async () => {
  const { member, path, bookingId } = await givenHeldSession(app)
  await member.send('PUT', path, newRating())
  const otherMember = await app.quickMember()
  for (const answer of [
    await otherMember.get(path),
    await otherMember.send('PUT', path, newRating()),
    await otherMember.delete(path),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'booking-not-found'])
  }
  expect(await app.rows('select score from rating where booking_id = $1', bookingId)).toEqual([{ score: 5 }])
})

test.each([
  ['no score', { score: 0 }, 'score', 'Choose a rating'],
  ['a score above 5', { score: 6 }, 'score', 'Choose a rating'],
  ['half a point', { score: 4.5 }, 'score', 'Choose a rating'],
  ['a comment over 1,000 characters', { comment: 'x'.repeat(1_001) }, 'comment', 'Use up to 1,000 characters'],
  [
    'publication without a comment',
    { comment: ' ', mayPublish: true },
    'comment',
    'Write something we can publish, or untick the box below',
  ],
])('rejects %s with a message for the field', async (_, changes, field, sentence) => {
  const { member, path } = await givenHeldSession(app)
  const { status, body } = await member.send('PUT', path, newRating(changes))
  expect([status, body.errors]).toEqual([400, { [field]: sentence }])
})

test('the consent version and time stay the same until the comment or the permission changes', async () => {
  const { member, path, bookingId } = await givenHeldSession(app)
  await member.send('PUT', path, newRating({ mayPublish: true }))
  const first = await getConsent(bookingId)
  expect(first).toEqual({ consent_version: '2026-11-27', consented_at: expect.any(Date) })

  app.clock.advance({ minutes: 5 })
  await member.send('PUT', path, newRating({ score: 4, mayPublish: true }))
  expect(await getConsent(bookingId)).toEqual(first)
  const changed = await member.send('PUT', path, newRating({ comment: 'Other words.', mayPublish: true }))
  expect(changed).toMatchObject({ status: 200 })
  expect((await getConsent(bookingId)).consented_at.getTime()).toBeGreaterThan(first.consented_at.getTime())
  await member.send('PUT', path, newRating())
  expect(await getConsent(bookingId)).toEqual({ consent_version: null, consented_at: null })
})

test('rejects publication if the consent version is out of date', async () => {
  const { member, path } = await givenHeldSession(app)
  const outdated = { ...newRating({ mayPublish: true }), consentVersion: '2025-01' }
  expect((await member.send('PUT', path, outdated)).body.code).toBe('consent-changed')
  expect((await member.send('PUT', path, { ...outdated, mayPublish: false })).status).toBe(200)
})

test('a member under 18 can rate a session but not publish their comment', async () => {
  const { member, path, bookingId } = await givenHeldSession(app)
  const publish = () => member.send('PUT', path, newRating({ mayPublish: true }))
  expect((await member.get(path)).body.data.canPublish).toBe(true)
  expect((await publish()).status).toBe(200)
  const setGuardian = (guardian: object | null) => member.send('PATCH', '/api/account', { guardian })

  await setGuardian({ name: 'Annabella', email: 'guardian@example.org' })
  expect((await member.get(path)).body.data).toMatchObject({ canPublish: false, rating: { mayPublish: false } })
  expect(await getConsent(bookingId)).toEqual({ consent_version: null, consented_at: null })
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'under-18' } })
  expect((await member.send('PUT', path, newRating({ score: 4 }))).status).toBe(200)

  await setGuardian(null)
  expect((await member.get(path)).body.data).toMatchObject({ canPublish: true, rating: { mayPublish: false } })
  expect((await publish()).status).toBe(200)
})

test('the published name stays the same until the member withdraws permission', async () => {
  const { member, path } = await givenHeldSession(app)
  await member.send('PUT', path, newRating({ mayPublish: true }))
  await member.send('PATCH', '/api/account', { firstName: 'Beth' })
  const shownName = async () => (await member.get(path)).body.data.consent.shownName
  expect(await shownName()).toBe('Ada')
  const otherRating = { comment: 'Other words.', mayPublish: true }
  expect((await member.send('PUT', path, newRating(otherRating))).status).toBe(200)
  expect(await shownName()).toBe('Ada')
  await member.send('PUT', path, newRating())
  expect(await shownName()).toBe('Beth')
  expect((await member.send('PUT', path, newRating(otherRating))).body.code).toBe('consent-changed')
  expect((await member.send('PUT', path, newRating({ ...otherRating, shownName: 'Beth' }))).status).toBe(200)
})

test('an implausible first name is published as “a member”', async () => {
  const { member, path } = await givenHeldSession(app)
  await app.rows("update account set first_name = 'Buy at evil.example' where id = $1", member.id)
  expect((await member.get(path)).body.data.consent.shownName).toBe('a member')
})

test('the database rejects publication without a comment, a consent version or a consent time', async () => {
  const { bookingId } = await givenHeldSession(app)
  const insertRating = (comment: string | null, version: string | null, at: Date | null) =>
    app.rows("insert into rating values ($1, 5, $2, true, $3, $4, now(), 'Ada')", bookingId, comment, version, at)
  await expect(insertRating(null, '2026-11', new Date())).rejects.toMatchObject({ code: '23514' })
  await expect(insertRating('Words', null, new Date())).rejects.toMatchObject({ code: '23514' })
  await expect(insertRating('Words', '2026-11', null)).rejects.toMatchObject({ code: '23514' })
})

test('ratings submitted while the account is being deleted are not stored', async () => {
  const { member, path, bookingId } = await givenHeldSession(app)
  const [deletion] = await Promise.all([
    member.send('DELETE', '/api/account', { confirmation: 'DELETE' }),
    ...['One.', 'Two.', 'Three.'].map((comment) => member.send('PUT', path, newRating({ comment, mayPublish: true }))),
  ])
  expect(deletion?.status).toBe(200)
  expect(await app.rows('select words from rating where booking_id = $1', bookingId)).toEqual([])
})
