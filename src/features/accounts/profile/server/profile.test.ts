import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'

const app = await startApp()
afterAll(app.close)

const change = (member: Member, changes: object) => member.send('PATCH', '/api/account', changes)
const getProfile = async (member: Member) => (await member.get('/api/account')).body.data

test('a new member’s profile has the company time zone and default notifications', async () => {
  const ada = await app.quickMember()
  expect(await getProfile(ada)).toEqual({
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: ada.person.email,
    emailVerified: false,
    pendingEmail: null,
    mobile: '+447700900123',
    profilePicture: null,
    timeZone: 'Europe/London',
    guardian: null,
    notifications: expect.arrayContaining([
      { kind: 'sessions', channel: 'email', isOn: true },
      { kind: 'sessions', channel: 'sms', isOn: false },
      { kind: 'news', channel: 'email', isOn: true },
    ]),
  })
})

test("an update changes only the fields sent, and only the member's own profile", async () => {
  const [ada, grace] = [await app.quickMember(), await app.quickMember()]
  const [before, graceBefore] = [await getProfile(ada), await getProfile(grace)]

  const { status, body } = await change(ada, { lastName: ' Okafor ', mobile: '+12345678901' })

  expect([status, body.message]).toEqual([200, 'Profile updated successfully!'])
  const expected = { ...before, lastName: 'Okafor', mobile: '+12345678901' }
  expect(body.data.profile).toEqual(expected)
  expect(body.data.user).toMatchObject({ lastName: 'Okafor', mobile: '+12345678901', role: 'member' })
  expect(await getProfile(ada)).toEqual(expected)
  expect(await getProfile(grace)).toEqual(graceBefore)
})

test('a mobile number in the form used within the UK is stored with its country code', async () => {
  const ada = await app.quickMember()
  const { body } = await change(ada, { mobile: '07700900456' })
  expect(body.data.user.mobile).toBe('+447700900456')
  expect((await getProfile(ada)).mobile).toBe('+447700900456')
})

test('concurrent updates to different fields both take effect', async () => {
  const ada = await app.quickMember()
  await Promise.all([change(ada, { firstName: 'Augusta' }), change(ada, { timeZone: 'America/New_York' })])
  expect(await getProfile(ada)).toMatchObject({ firstName: 'Augusta', timeZone: 'America/New_York' })
})

test.each([
  [{ firstName: ' ' }, { firstName: 'First name is required' }],
  [{ lastName: '' }, { lastName: 'Last name is required' }],
  [{ firstName: 'Ada\nBcc: x' }, { firstName: 'Remove line breaks and invisible characters' }],
  [{ mobile: '' }, { mobile: 'Mobile number is required' }],
  [{ mobile: '0770090012' }, { mobile: expect.stringContaining('Please enter a valid mobile number') }],
  [{ timeZone: 'Europe/Atlantis' }, { timeZone: 'Choose a time zone from the list' }],
  [{ guardian: { name: '', email: 'x' } }, expect.objectContaining({ 'guardian.email': 'Email is invalid' })],
  [
    { guardian: { name: ' ', email: '' } },
    { 'guardian.name': 'Your parent or guardian’s name is required', 'guardian.email': 'Email is required' },
  ],
])('rejects %j with field errors and saves nothing', async (changes, errors) => {
  const ada = await app.quickMember()
  const before = await getProfile(ada)
  const { status, body } = await change(ada, { lastName: 'Kept', ...changes })
  expect([status, body.errors]).toEqual([400, errors])
  expect(await getProfile(ada)).toEqual(before)
})

test('a guardian must be someone else, and naming one turns the newsletter off by default', async () => {
  const ada = await app.quickMember()
  const ownAddress = await change(ada, { guardian: { name: 'Me', email: ada.person.email.toUpperCase() } })
  expect([ownAddress.status, ownAddress.body.code]).toEqual([400, 'guardian-is-member'])

  const guardian = { name: 'Annabella Milbanke', email: 'annabella@example.org' }
  const named = await change(ada, { guardian })
  expect(named.body.data.profile.guardian).toEqual(guardian)
  expect(named.body.data.profile.notifications).toContainEqual({ kind: 'news', channel: 'email', isOn: false })

  const grown = await change(ada, { guardian: null })
  expect(grown.body.data.profile.guardian).toBeNull()
  expect(await app.rows('select guardian_name, guardian_email from account where id = $1', ada.id)).toEqual([
    { guardian_name: null, guardian_email: null },
  ])
})

test('staff without a mobile number can change their name', async () => {
  const boss = await app.quickMember('administrator')
  await app.rows("update account set mobile = '' where id = $1", boss.id)
  const { status, body } = await change(boss, { firstName: 'Mary' })
  expect([status, body.data.profile.mobile]).toEqual([200, ''])
})
