import { afterAll, expect, test } from 'vitest'
import { orderOf, payFor } from '../../../../tests/support/checkout.ts'
import { guardianTokens, mailsTo } from '../../../../tests/support/letters.ts'
import { type Member, newPerson, startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp()
const moving = await startApp()
afterAll(app.close)
afterAll(moving.close)

const someone = () => ({ name: 'Annabella', email: newPerson().email })

function ask(member: Member, guardian = someone(), packageId = 'my-future-basic') {
  return member.post('/api/guardian-requests', { packageId, market: 'uk', guardian })
}

async function standingOf(member: Member, packageId = 'my-future-basic') {
  return (await member.get(`/api/quotes/uk/${packageId}/member`)).body.data.guardian
}

/** @returns the code of the refusal, or 200 */
async function buy(member: Member, isUnder18: boolean | null, packageId = 'my-future-basic') {
  const { status, body } = await member.post('/api/purchases', { ...(await orderOf(member, packageId)), isUnder18 })
  return body.code ?? status
}

/** Asked, and answered by the link of the letter. */
async function answered(member: Member, agrees: boolean, on = app) {
  const guardian = someone()
  await ask(member, guardian)
  const [token] = await guardianTokens(on, guardian.email)
  expect((await on.stranger().post('/api/guardian-requests/answer', { token, agrees })).status).toBe(200)
  return guardian
}

test('MY FUTURE asks for the age and cannot be paid without an answer; other packages ask nobody', async () => {
  const ada = await app.quickMember()
  expect((await app.visitor.get('/api/quotes/uk/my-future-basic')).body.data).toMatchObject({
    asksForAge: true,
    guardian: null,
  })
  expect(await buy(ada, null)).toBe('age-needed')
  const order = await orderOf(ada)
  const { isUnder18: _, ...silent } = order
  expect((await ada.post('/api/purchases', silent)).body.code).toBe('age-needed')
  expect(await app.rows('select 1 from purchase where member_id = $1', ada.id)).toEqual([])

  expect(await buy(ada, null, 'biz-future-basic')).toBe(200)
  expect((await ask(ada, someone(), 'biz-future-basic')).body.code).toBe('age-not-asked')
  expect((await ask(ada, someone(), 'nothing')).body.code).toBe('package-not-found')
})

test('who is 18 or older pays at once, and the purchase keeps the answer', async () => {
  const ada = await app.quickMember()
  expect(await buy(ada, false)).toBe(200)
  expect(
    await app.rows('select buyer_is_under_18, guardian_confirmed_at from purchase where member_id = $1', ada.id),
  ).toEqual([{ buyer_is_under_18: false, guardian_confirmed_at: null }])
})

test('who is under 18 pays once the guardian has agreed by the link of the letter', async () => {
  const ada = await app.quickMember()
  expect(await buy(ada, true)).toBe('guardian-needed')
  const guardian = someone()
  const asked = await ask(ada, guardian)
  expect(asked.body.data).toMatchObject({ ...guardian, request: { state: 'waiting' } })
  expect(asked.body.data.request.address).toMatch(/^.…@example\.org$/)
  expect(await standingOf(ada)).toEqual(asked.body.data)
  expect(await buy(ada, true)).toBe('guardian-needed')

  const [token] = await guardianTokens(app, guardian.email)
  const question = await app.stranger().post('/api/guardian-requests/question', { token })
  expect(question.body.data).toMatchObject({
    firstName: 'Ada',
    package: { title: 'MY FUTURE WEEK', billing: 'once', duration: '1 week' },
    currency: 'GBP',
    tax: 1_980,
    total: 11_880,
  })
  expect((await standingOf(ada)).request.state).toBe('waiting')
  await app.stranger().post('/api/guardian-requests/answer', { token, agrees: true })

  expect((await standingOf(ada)).request.state).toBe('confirmed')
  const [letter] = await mailsTo(app, ada.person.email, 'You can pay')
  expect(letter?.text).toContain('http://localhost:5001/checkout/stripe?package=my-future-basic')
  expect(await buy(ada, true)).toBe(200)
  expect(await app.rows('select buyer_is_under_18 from purchase where member_id = $1', ada.id)).toEqual([
    { buyer_is_under_18: true },
  ])
})

test('a guardian who does not agree ends it until they are asked again', async () => {
  const ada = await app.quickMember()
  const guardian = await answered(ada, false)
  expect((await standingOf(ada)).request).toEqual({ state: 'refused' })
  expect(await buy(ada, true)).toBe('guardian-needed')
  const [letter] = await mailsTo(app, ada.person.email, 'did not agree')
  expect(letter?.text).toContain('Nothing was charged.')

  expect((await ask(ada, guardian)).body.data.request.state).toBe('waiting')
})

test('whoever is under 18 in the profile is not older in the checkout, and reads what to do', async () => {
  const ada = await app.quickMember()
  await answered(ada, false)
  const refused = await ada.post('/api/purchases', { ...(await orderOf(ada)), isUnder18: false })
  expect([refused.status, refused.body.code]).toEqual([409, 'under-18-in-profile'])
  expect(refused.body.message).toContain('please change that in your profile')

  await ada.send('PATCH', '/api/account', { guardian: null })
  expect(await buy(ada, false)).toBe(200)
})

test('asking a guardian makes the account a young one: the profile names them, and no news are sent', async () => {
  const ada = await app.quickMember()
  const guardian = someone()
  await ask(ada, guardian)
  const { body } = await ada.get('/api/account')
  expect(body.data.guardian).toEqual(guardian)
  expect(body.data.notifications).toContainEqual({ kind: 'news', channel: 'email', isOn: false })
})

test('nobody answers for themselves', async () => {
  const ada = await app.quickMember()
  const { status, body } = await ask(ada, { name: 'Me', email: ada.person.email.toUpperCase() })
  expect([status, body.code]).toEqual([400, 'guardian-is-member'])
  expect(await standingOf(ada)).toBeNull()
})

test('the letter says who asks, what it costs with tax, what renews, how to cancel and who we are', async () => {
  const ada = await app.quickMember()
  const guardian = someone()
  await ask(ada, guardian, 'my-future-pro')
  const [letter] = await mailsTo(app, guardian.email)
  for (const words of [
    'Hello Annabella,',
    'Ada is under 18',
    'MY FUTURE X',
    'VAT (20%): £5.80',
    'Total: £34.80 every month',
    'Renews: Every month, until it is cancelled',
    '14 days to cancel',
    'Company number',
  ]) {
    expect(letter?.text).toContain(words)
  }
  // Nothing of a person without an account stays once the letter has left.
  expect(await app.rows('select 1 from mail where recipient = $1', guardian.email)).toEqual([])
})

test.each([
  '<b>Ada</b>',
  'evil.example',
  'https://evil.example',
  'Ada\r\nBcc: x@y.z',
  'win a prize at www.evil.example',
])('a member called %j puts nothing of it into the letter', async (name) => {
  const ada = await app.quickMember()
  await app.rows('update account set first_name = $1 where id = $2', name, ada.id)
  const guardian = { ...someone(), name: name.replace('\r\n', ' ') }
  await ask(ada, guardian)
  const [letter] = await mailsTo(app, guardian.email)
  expect(letter?.text).toContain('A member is under 18')
  for (const part of [letter?.subject, letter?.text, letter?.html]) {
    expect(part).not.toMatch(/evil|Bcc|<b>Ada|&lt;b&gt;/)
  }
  const [token] = await guardianTokens(app, guardian.email)
  expect((await app.stranger().post('/api/guardian-requests/question', { token })).body.data.firstName).toBeNull()
})

test('a new letter, and one to another address, ends the link before it', async () => {
  const ada = await app.quickMember()
  const first = someone()
  await ask(ada, first)
  const [old] = await guardianTokens(app, first.email)
  const second = someone()
  await ask(ada, second)
  const [token] = await guardianTokens(app, second.email)

  for (const path of ['question', 'answer']) {
    const body = { token: old, ...(path === 'answer' && { agrees: true }) }
    const answer = await app.stranger().post(`/api/guardian-requests/${path}`, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'link-over'])
  }
  expect(await app.rows('select guardian_email from guardian_confirmation where member_id = $1', ada.id)).toEqual([
    { guardian_email: second.email },
  ])
  expect((await app.stranger().post('/api/guardian-requests/question', { token })).status).toBe(200)
})

test('a letter that has not left yet is not sent once the address was changed', async () => {
  const ada = await app.quickMember()
  const wrong = someone()
  await ask(ada, wrong)
  await ask(ada)
  expect(await mailsTo(app, wrong.email)).toEqual([])
})

test('asked in two tabs at once there is one request, and its letter is the one that counts', async () => {
  const ada = await app.quickMember()
  const guardian = someone()
  const answers = await Promise.all([ask(ada, guardian), ask(ada, guardian), ask(ada, guardian)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const tokens = await guardianTokens(app, guardian.email)
  expect(await app.rows('select 1 from guardian_confirmation where member_id = $1', ada.id)).toHaveLength(1)
  const looks = await Promise.all(
    tokens.map((token) => app.stranger().post('/api/guardian-requests/question', { token })),
  )
  expect(looks.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a link takes one answer, however often and in how many tabs it is given', async () => {
  const ada = await app.quickMember()
  const guardian = someone()
  await ask(ada, guardian)
  const [token] = await guardianTokens(app, guardian.email)
  const answer = (agrees: boolean) => app.stranger().post('/api/guardian-requests/answer', { token, agrees })
  const answers = await Promise.all([answer(true), answer(false), answer(true)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await answer(true)).body.code).toBe('link-over')
  expect(await mailsTo(app, ada.person.email)).toHaveLength(1)
})

test('only the hash of the token is kept, and no log names it', async () => {
  const ada = await app.quickMember()
  const guardian = someone()
  await ask(ada, guardian)
  const [token = ''] = await guardianTokens(app, guardian.email)
  expect(token).toHaveLength(43)
  await app.stranger().post('/api/guardian-requests/question', { token })
  await app.stranger().get(`/guardian/${token}`)
  const [{ line }] = await app.rows('select t::text as line from guardian_confirmation t where member_id = $1', ada.id)
  expect(line).not.toContain(token)
  expect(app.logLines.join('\n')).not.toContain(token)
})

test('a link works for 7 days, and not for an account that was closed', async () => {
  const ada = await moving.quickMember()
  const guardian = someone()
  await ask(ada, guardian)
  const [token] = await guardianTokens(moving, guardian.email)
  const look = async () => (await moving.stranger().post('/api/guardian-requests/question', { token })).status
  await moving.rows('update account set disabled_at = now() where id = $1', ada.id)
  expect(await look()).toBe(400)
  await moving.rows('update account set disabled_at = null where id = $1', ada.id)
  moving.clock.advance({ days: 6, hours: 20 })
  expect(await look()).toBe(200)
  moving.clock.advance({ hours: 6 })
  expect(await look()).toBe(400)
  expect((await moving.stranger().post('/api/guardian-requests/answer', { token, agrees: true })).status).toBe(400)
  expect((await standingOf(await moving.returning(ada))).request.state).toBe('none')
})

test('a yes counts for 30 days', async () => {
  const ada = await moving.quickMember()
  await answered(ada, true, moving)
  moving.clock.advance({ days: 29, hours: 20 })
  expect((await standingOf(await moving.returning(ada))).request.state).toBe('confirmed')
  moving.clock.advance({ hours: 6 })
  expect(await buy(await moving.returning(ada), true)).toBe('guardian-needed')
})

test('a yes is to one purchase, of this package at this price', async () => {
  const ada = await app.quickMember()
  await answered(ada, true)
  expect((await ask(ada)).body.code).toBe('guardian-agreed')
  expect((await standingOf(ada, 'my-future-pro')).request.state).toBe('none')
  const { body: dollars } = await ada.get('/api/quotes/international/my-future-basic/member')
  expect(dollars.data.guardian.request.state).toBe('none')

  const id = await payFor(app, ada)
  expect((await ada.post(`/api/purchases/${id}/confirmation`)).body.data.status).toBe('completed')
  expect((await standingOf(ada)).request.state).toBe('none')
  expect((await ask(ada)).body.data.request.state).toBe('waiting')
})

test('the database itself keeps no purchase of somebody under 18 without the guardian’s yes', async () => {
  const ada = await app.quickMember()
  expect(await buy(ada, false)).toBe(200)
  await expect(app.rows('update purchase set buyer_is_under_18 = true where member_id = $1', ada.id)).rejects.toThrow(
    /purchase_guardian_check/,
  )
})

test('neither a member nor many together fill a mailbox', async () => {
  const ada = await app.quickMember()
  const victim = someone()
  for (let letter = 0; letter < 5; letter += 1) {
    expect((await ask(letter % 2 ? ada : await app.quickMember(), victim)).status).toBe(200)
  }
  const { status, body } = await ask(await app.quickMember(), { ...victim, email: victim.email.toUpperCase() })
  expect([status, body.code]).toEqual([429, 'too-many-attempts'])

  for (let letter = 0; letter < 8; letter += 1) await ask(ada)
  expect((await ask(ada)).status).toBe(429)
})

test('what was asked is forgotten once no answer can count, and the purchase still says that there was one', async () => {
  const ada = await moving.quickMember()
  await answered(ada, true, moving)
  expect(await buy(ada, true)).toBe(200)
  const kept = () => moving.rows('select 1 from guardian_confirmation where member_id = $1', ada.id)
  moving.clock.advance({ days: 36 })
  await moving.run('forget-guardian-requests')
  expect(await kept()).toHaveLength(1)
  moving.clock.advance({ days: 1, hours: 2 })
  await moving.run('forget-guardian-requests')
  expect(await kept()).toHaveLength(0)
  const [purchase] = await moving.rows('select guardian_confirmed_at from purchase where member_id = $1', ada.id)
  expect(purchase.guardian_confirmed_at).toBeInstanceOf(Date)
})

test('the guardian’s address goes with the account, and a letter that waits is not sent any more', async () => {
  const ada = await app.quickMember()
  const guardian = someone()
  await ask(ada, guardian)
  expect((await ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  expect(await mailsTo(app, guardian.email)).toEqual([])
  expect(await app.rows('select 1 from guardian_confirmation where member_id = $1', ada.id)).toEqual([])
})
