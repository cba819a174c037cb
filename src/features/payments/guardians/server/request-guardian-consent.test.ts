import { afterAll, expect, test } from 'vitest'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type Member, newPerson, startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, payFor } from '#tests/support/given/checkout.ts'
import { emailsTo, guardianTokens } from '#tests/support/given/received-emails.ts'

const app = await startApp()
const timedApp = await startApp()
afterAll(app.close)
afterAll(timedApp.close)

const newGuardian = () => ({ name: 'Annabella', email: newPerson().email })

function requestConsent(member: Member, guardian = newGuardian(), packageId = 'my-future-basic') {
  return member.post('/api/guardian-consents', { packageId, market: 'uk', guardian })
}

async function readConsent(member: Member, packageId = 'my-future-basic') {
  return (await member.get(`/api/quotes/uk/${packageId}/member`)).body.data.guardian
}

/** @returns the refusal's code, or 200 */
async function buy(member: Member, isUnder18: boolean | null, packageId = 'my-future-basic') {
  const { status, body } = await member.post('/api/purchases', { ...(await makeOrder(member, packageId)), isUnder18 })
  return body.code ?? status
}

/**
 * A new member who asks a guardian.
 * @returns the token from the link in the email
 */
async function askGuardian(site = app) {
  const [ada, guardian] = [await site.quickMember(), newGuardian()]
  await requestConsent(ada, guardian)
  const [token = ''] = await guardianTokens(site, guardian.email)
  return { ada, guardian, token }
}

const lookUp = (token: string, site = app) => site.stranger().post('/api/guardian-consents/lookup', { token })

const answer = (token: string, agrees: boolean, site = app) =>
  site.stranger().post('/api/guardian-consents/answer', { token, agrees })

/** A new member whose guardian has answered through the link in the email. */
async function hearGuardian(agrees: boolean, site = app) {
  const { token, ...asked } = await askGuardian(site)
  expect((await answer(token, agrees, site)).status).toBe(200)
  return asked
}

test('the dashboard shows a request until the guardian refuses, it expires, or the package is paid for', async () => {
  const readActions = async (member: Member) => {
    const { quickActions } = (await (await timedApp.returning(member)).get('/api/portal/dashboard')).body.data
    return quickActions.filter(({ kind }: { kind: string }) => kind === 'guardian')
  }
  const { ada, token } = await askGuardian(timedApp)
  expect(await readActions(ada)).toMatchObject([
    { packageId: 'my-future-basic', packageTitle: 'MY FUTURE WEEK', market: 'uk', hasAgreed: false },
  ])
  expect(await readActions(await timedApp.quickMember())).toEqual([])
  await answer(token, true, timedApp)
  const [agreed] = await readActions(ada)
  expect(agreed.hasAgreed).toBe(true)
  expect(Math.round((Date.parse(agreed.until) - timedApp.clock.now().getTime()) / DAY_MS)).toBe(30)
  timedApp.clock.advance({ hours: 30 * 24 })
  expect(await readActions(ada)).toEqual([])

  const { ada: refused } = await hearGuardian(false, timedApp)
  expect(await readActions(refused)).toEqual([])
  const { ada: unanswered } = await askGuardian(timedApp)
  timedApp.clock.advance({ hours: 7 * 24 })
  expect(await readActions(unanswered)).toEqual([])
})

test('MY FUTURE requires an answer to the age question; other packages do not', async () => {
  const ada = await app.quickMember()
  expect((await app.visitor.get('/api/quotes/uk/my-future-basic')).body.data).toMatchObject({
    asksForAge: true,
    guardian: null,
  })
  expect(await buy(ada, null)).toBe('age-needed')
  const order = await makeOrder(ada)
  const { isUnder18: _, ...orderWithoutAge } = order
  expect((await ada.post('/api/purchases', orderWithoutAge)).body.code).toBe('age-needed')
  expect(await app.rows('select 1 from purchase where member_id = $1', ada.id)).toEqual([])

  expect(await buy(ada, null, 'biz-future-basic')).toBe(200)
  expect((await requestConsent(ada, newGuardian(), 'biz-future-basic')).body.code).toBe('guardian-not-needed')
  expect((await requestConsent(ada, newGuardian(), 'nothing')).body.code).toBe('package-not-found')
})

test('an adult buyer can pay without a guardian, and the purchase records the answer', async () => {
  const ada = await app.quickMember()
  expect(await buy(ada, false)).toBe(200)
  expect(
    await app.rows('select buyer_is_minor, guardian_confirmed_at from purchase where member_id = $1', ada.id),
  ).toEqual([{ buyer_is_minor: false, guardian_confirmed_at: null }])
})

test('a buyer under 18 can pay only after the guardian agrees through the link in the email', async () => {
  const ada = await app.quickMember()
  expect(await buy(ada, true)).toBe('guardian-needed')
  const guardian = newGuardian()
  const requested = await requestConsent(ada, guardian)
  expect(requested.body.data).toMatchObject({ ...guardian, request: { state: 'waiting' } })
  expect(requested.body.data.request.address).toMatch(/^.…@example\.org$/)
  expect(await readConsent(ada)).toEqual(requested.body.data)
  expect(await buy(ada, true)).toBe('guardian-needed')

  const [token = ''] = await guardianTokens(app, guardian.email)
  const question = await lookUp(token)
  expect(question.body.data).toMatchObject({
    firstName: 'Ada',
    package: { title: 'MY FUTURE WEEK', billing: 'once', duration: '1 week' },
    currency: 'GBP',
    tax: 1_980,
    total: 11_880,
  })
  expect((await readConsent(ada)).request.state).toBe('waiting')
  await answer(token, true)

  expect((await readConsent(ada)).request.state).toBe('confirmed')
  const [email] = await emailsTo(app, ada.person.email, 'You can now pay')
  expect(email?.text).toContain('http://localhost:5001/checkout/stripe?package=my-future-basic')
  expect(await buy(ada, true)).toBe(200)
  expect(await app.rows('select buyer_is_minor from purchase where member_id = $1', ada.id)).toEqual([
    { buyer_is_minor: true },
  ])
})

test("a guardian's refusal blocks payment until the guardian is asked again", async () => {
  const { ada, guardian } = await hearGuardian(false)
  expect((await readConsent(ada)).request).toEqual({ state: 'refused' })
  expect(await buy(ada, true)).toBe('guardian-needed')
  const [email] = await emailsTo(app, ada.person.email, 'didn’t agree')
  expect(email?.text).toContain('You haven’t been charged.')

  expect((await requestConsent(ada, guardian)).body.data.request.state).toBe('waiting')
})

test('a member whose profile says they are under 18 cannot claim to be older at the checkout', async () => {
  const { ada } = await hearGuardian(false)
  const refused = await ada.post('/api/purchases', { ...(await makeOrder(ada)), isUnder18: false })
  expect([refused.status, refused.body.code]).toEqual([409, 'under-18-in-profile'])
  expect(refused.body.message).toContain('change that in your profile')

  await ada.send('PATCH', '/api/account', { guardian: null })
  expect(await buy(ada, false)).toBe(200)
})

test('naming a guardian adds them to the profile and turns the newsletter off', async () => {
  const ada = await app.quickMember()
  const guardian = newGuardian()
  await requestConsent(ada, guardian)
  const { body } = await ada.get('/api/account')
  expect(body.data.guardian).toEqual(guardian)
  expect(body.data.notifications).toContainEqual({ kind: 'news', channel: 'email', isOn: false })
})

test('a member cannot be their own guardian', async () => {
  const ada = await app.quickMember()
  const { status, body } = await requestConsent(ada, { name: 'Me', email: ada.person.email.toUpperCase() })
  expect([status, body.code]).toEqual([400, 'guardian-is-member'])
  expect(await readConsent(ada)).toBeNull()
})

test('the guardian email names the member, the price with tax, the renewal and how to cancel', async () => {
  const ada = await app.quickMember()
  const guardian = newGuardian()
  await requestConsent(ada, guardian, 'my-future-pro')
  const [email] = await emailsTo(app, guardian.email)
  for (const expected of [
    'Hello Annabella,',
    'Ada is under 18',
    'MY FUTURE X',
    'VAT (20%): £5.80',
    'Total: £34.80 every month',
    'Renews: Every month until cancelled',
    '14 days to cancel',
    'Company number',
  ]) {
    expect(email?.text).toContain(expected)
  }
  // Once an email to a person without an account is sent, the outbox deletes it.
  expect(await app.rows('select 1 from email where recipient = $1', guardian.email)).toEqual([])
})

test.each([
  '<b>Ada</b>',
  'evil.example',
  'https://evil.example',
  'Ada\r\nBcc: x@y.z',
  'win a prize at www.evil.example',
])('the guardian email leaves out the unsafe name %j', async (name) => {
  const ada = await app.quickMember()
  await app.rows('update account set first_name = $1 where id = $2', name, ada.id)
  const guardian = { ...newGuardian(), name: name.replace('\r\n', ' ') }
  await requestConsent(ada, guardian)
  const [email] = await emailsTo(app, guardian.email)
  expect(email?.text).toContain('A member is under 18')
  for (const part of [email?.subject, email?.text, email?.html]) {
    expect(part).not.toMatch(/evil|Bcc|<b>Ada|&lt;b&gt;/)
  }
  const [token = ''] = await guardianTokens(app, guardian.email)
  expect((await lookUp(token)).body.data.firstName).toBeNull()
})

test('asking another guardian invalidates the earlier link', async () => {
  const { ada, token: invalidToken } = await askGuardian()
  const secondGuardian = newGuardian()
  await requestConsent(ada, secondGuardian)
  const [token = ''] = await guardianTokens(app, secondGuardian.email)

  for (const { status, body } of [await lookUp(invalidToken), await answer(invalidToken, true)])
    expect([status, body.code]).toEqual([400, 'link-expired'])
  expect(await app.rows('select guardian_email from guardian_confirmation where member_id = $1', ada.id)).toEqual([
    { guardian_email: secondGuardian.email },
  ])
  expect((await lookUp(token)).status).toBe(200)
})

test('a queued guardian email is not sent once another guardian address is saved', async () => {
  const ada = await app.quickMember()
  const previousGuardian = newGuardian()
  await requestConsent(ada, previousGuardian)
  await requestConsent(ada)
  expect(await emailsTo(app, previousGuardian.email)).toEqual([])
})

test('three parallel requests create one request with one valid link', async () => {
  const ada = await app.quickMember()
  const guardian = newGuardian()
  const responses = await Promise.all([1, 2, 3].map(() => requestConsent(ada, guardian)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const tokens = await guardianTokens(app, guardian.email)
  expect(await app.rows('select 1 from guardian_confirmation where member_id = $1', ada.id)).toHaveLength(1)
  const lookups = await Promise.all(tokens.map((token) => lookUp(token)))
  expect(lookups.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a guardian link accepts one answer, even if several are sent in parallel', async () => {
  const { ada, token } = await askGuardian()
  const responses = await Promise.all([true, false, true].map((agrees) => answer(token, agrees)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await answer(token, true)).body.code).toBe('link-expired')
  expect(await emailsTo(app, ada.person.email)).toHaveLength(1)
})

test('only the hash of the guardian token is stored, and no log contains the token', async () => {
  const { ada, token } = await askGuardian()
  expect(token).toHaveLength(43)
  await lookUp(token)
  await app.stranger().get(`/guardian/${token}`)
  const [{ line }] = await app.rows('select t::text as line from guardian_confirmation t where member_id = $1', ada.id)
  expect(line).not.toContain(token)
  expect(app.logLines.join('\n')).not.toContain(token)
})

test('a guardian link works for 7 days and only while the account is active', async () => {
  const { ada, token } = await askGuardian(timedApp)
  const lookUpStatus = async () => (await lookUp(token, timedApp)).status
  await timedApp.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect(await lookUpStatus()).toBe(400)
  await timedApp.rows('update account set disabled_at = null where id = $1', ada.id)
  timedApp.clock.advance({ days: 6, hours: 20 })
  expect(await lookUpStatus()).toBe(200)
  timedApp.clock.advance({ hours: 6 })
  expect(await lookUpStatus()).toBe(400)
  expect((await answer(token, true, timedApp)).status).toBe(400)
  expect((await readConsent(await timedApp.returning(ada))).request.state).toBe('none')
})

test("a guardian's consent covers one purchase of one package at one price", async () => {
  const { ada } = await hearGuardian(true)
  expect((await requestConsent(ada)).body.code).toBe('guardian-agreed')
  expect((await readConsent(ada, 'my-future-pro')).request.state).toBe('none')
  const { body: dollars } = await ada.get('/api/quotes/international/my-future-basic/member')
  expect(dollars.data.guardian.request.state).toBe('none')

  const id = await payFor(app, ada)
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
  expect((await readConsent(ada)).request.state).toBe('none')
  expect((await requestConsent(ada)).body.data.request.state).toBe('waiting')
})

test("the database refuses a purchase by a buyer under 18 without a guardian's consent", async () => {
  const ada = await app.quickMember()
  expect(await buy(ada, false)).toBe(200)
  await expect(app.rows('update purchase set buyer_is_minor = true where member_id = $1', ada.id)).rejects.toThrow(
    /purchase_guardian_check/,
  )
})

test('guardian emails are rate-limited per address and per member', async () => {
  const ada = await app.quickMember()
  const victim = newGuardian()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await requestConsent(attempt % 2 ? ada : await app.quickMember(), victim)).status).toBe(200)
  }
  const { status, body } = await requestConsent(await app.quickMember(), {
    ...victim,
    email: victim.email.toUpperCase(),
  })
  expect([status, body.code]).toEqual([429, 'too-many-attempts'])

  for (let attempt = 0; attempt < 8; attempt += 1) await requestConsent(ada)
  expect((await requestConsent(ada)).status).toBe(429)
})

test('guardian requests are purged after 37 days, and the purchase keeps the consent date', async () => {
  const { ada } = await hearGuardian(true, timedApp)
  expect(await buy(ada, true)).toBe(200)
  const listRequests = () => timedApp.rows('select 1 from guardian_confirmation where member_id = $1', ada.id)
  timedApp.clock.advance({ days: 36 })
  await timedApp.run('purge-guardian-requests')
  expect(await listRequests()).toHaveLength(1)
  timedApp.clock.advance({ days: 1, hours: 2 })
  await timedApp.run('purge-guardian-requests')
  expect(await listRequests()).toHaveLength(0)
  const [purchase] = await timedApp.rows('select guardian_confirmed_at from purchase where member_id = $1', ada.id)
  expect(purchase.guardian_confirmed_at).toBeInstanceOf(Date)
})

test('deleting the account deletes the guardian request and its queued email', async () => {
  const ada = await app.quickMember()
  const guardian = newGuardian()
  await requestConsent(ada, guardian)
  expect((await ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  expect(await emailsTo(app, guardian.email)).toEqual([])
  expect(await app.rows('select 1 from guardian_confirmation where member_id = $1', ada.id)).toEqual([])
})
