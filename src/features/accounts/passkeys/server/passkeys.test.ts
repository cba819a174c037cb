import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { addPasskey, givenPasskey, makePasskey, memberWithPasskey } from '#tests/support/given/passkey.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'

const app = await startApp()
afterAll(app.close)

test('a passkey can be added only once and only in the session that requested it, and the owner is notified', async () => {
  const [ada, mallory] = [await app.member(), await app.member()]
  const { challenge, options } = (await ada.post('/api/account/passkeys/options')).body.data
  const values = { challenge, name: ' Phone ', response: makePasskey().create(options) }
  const elsewhere = await app.returning(ada)

  expect((await mallory.post('/api/account/passkeys', values)).body.code).toBe('challenge-expired')
  expect((await elsewhere.post('/api/account/passkeys', values)).body.code).toBe('challenge-expired')
  expect((await ada.post('/api/account/passkeys', values)).body.data.name).toBe('Phone')
  expect((await ada.post('/api/account/passkeys', values)).body.code).toBe('challenge-expired')
  expect(await emailsTo(app, ada.person.email, 'A passkey was added')).toHaveLength(1)
})

test.each([{ origin: 'https://evil.example' }, { isVerified: false }, { type: 'webauthn.get' }])(
  'rejects a new passkey made with %j',
  async (signing) => {
    expect((await addPasskey(await app.member(), makePasskey(), signing)).body.code).toBe('passkey-refused')
  },
)

test('rejects a passkey already added by another member', async () => {
  const ada = await memberWithPasskey(app)
  expect((await addPasskey(await app.member(), ada.passkey)).body.code).toBe('passkey-already-added')
})

test('the owner can rename and remove a passkey', async () => {
  const ada = await memberWithPasskey(app)
  const url = `/api/account/passkeys/${ada.passkeyId}`
  // A line break would let the name add a false line to the email.
  for (const name of ['', 'Phone\nGood news']) {
    expect((await ada.send('PATCH', url, { name })).body.errors).toEqual({ name: expect.any(String) })
  }
  await ada.send('PATCH', url, { name: 'Old phone' })
  expect((await ada.get('/api/account/second-factor')).body.data.passkeys[0].name).toBe('Old phone')
  expect((await ada.send('DELETE', url)).status).toBe(200)
  expect((await ada.send('DELETE', url)).status).toBe(404)
  const [notice] = await emailsTo(app, ada.person.email, 'A passkey was removed')
  expect(notice?.text).toContain('The passkey “Old phone” no longer opens your account.')
})

test('a member can have at most twenty passkeys', async () => {
  const ada = await app.member()
  for (let count = 0; count < 20; count += 1) await givenPasskey(app, ada.id)
  expect((await ada.post('/api/account/passkeys/options')).body.code).toBe('too-many-passkeys')
})

test('staff on a public address cannot remove their last passkey', async () => {
  await using site = await startApp({ publicUrl: 'https://futureworld.example' })
  const boss = await site.quickMember('consultant')
  const [firstId, lastId] = [await givenPasskey(site, boss.id), await givenPasskey(site, boss.id)]
  expect((await boss.send('DELETE', `/api/account/passkeys/${firstId}`)).status).toBe(200)
  expect((await boss.send('DELETE', `/api/account/passkeys/${lastId}`)).body.code).toBe('last-factor')
  expect((await boss.get('/api/account/second-factor')).body.data.passkeys).toHaveLength(1)
})
