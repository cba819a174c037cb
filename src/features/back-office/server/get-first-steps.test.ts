import { expect, test, vi } from 'vitest'
import { recordedOf } from '../../../../tests/support/audit.ts'
import { givenBookableConsultant } from '../../../../tests/support/bookable-consultants.ts'
import { buy } from '../../../../tests/support/returns.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { checkKeys } from '../../payments/server/check-keys.ts'
import type { Step } from '../contract/first-steps.ts'
import { getFirstSteps } from './get-first-steps.ts'

test('a new owner sees what is to do, and each step is done once it has been done', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const open = async () => {
    const steps: Step[] = (await (await app.returning(administrator)).get('/api/admin/first-steps')).body.data
    return steps.flatMap(({ name, isDone }) => (isDone ? [] : [name]))
  }
  expect(await open()).toEqual([
    'company',
    'vat',
    'dollar-prices',
    'consultants',
    'hours',
    'mail',
    'test-purchase',
    'payment-keys',
  ])
  await app.rows("update company set placeholders = '{}'")
  await app.rows("insert into exchange_rate values ('USD', current_date - 1, 1.25, 'test')")
  await givenBookableConsultant(app)
  await app.rows('update consultant set published_at = now()')
  await buy(app, { packageId: 'biz-future-basic' })
  // There is no mail server here, and nobody is charged.
  expect(await open()).toEqual(['mail', 'payment-keys'])

  await app.rows('delete from weekly_hours')
  await app.rows("update company set placeholders = '{phone}'")
  expect(await open()).toEqual(['company', 'hours', 'mail', 'payment-keys'])
})

test('a test letter goes to whoever asks, a few times an hour, and is a step where there is a mail server', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const answer = await administrator.post('/api/admin/test-letter')
  expect(answer).toMatchObject({ status: 200, body: { message: 'A test letter is on its way to you.' } })
  await app.settle()
  const letters = app.mails.filter(({ subject }) => subject.startsWith('A test letter'))
  expect(letters.map(({ to }) => to)).toEqual([administrator.person.email])

  const steps = await getFirstSteps({ ...app.context, actor: {} as never }, { keys: 'sandbox', isMailSent: true })
  expect(steps.find(({ name }) => name === 'mail')?.isDone).toBe(true)
  for (let count = 1; count < 10; count += 1) await administrator.post('/api/admin/test-letter')
  expect((await administrator.post('/api/admin/test-letter')).status).toBe(429)
})

test('the keys are checked by a question that changes nothing, and a provider that is away is no success', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const answer = await administrator.post('/api/admin/payment-keys/check')
  expect(answer.body).toMatchObject({ message: expect.stringContaining('takes our keys'), data: { kind: 'sandbox' } })
  expect(await recordedOf(app, 'payment-keys', 'sandbox')).toMatchObject([{ who: administrator.id }])

  const actor = { memberId: administrator.id } as never
  const live = { ...app.provider, isLive: true, mode: 'stripe' as const }
  await checkKeys({ ...app.context, actor, provider: live })
  const steps = await getFirstSteps({ ...app.context, actor }, { keys: 'live', isMailSent: false })
  expect(steps.find(({ name }) => name === 'payment-keys')?.isDone).toBe(true)

  await app.sandbox.close()
  vi.spyOn(app.context.log, 'warn').mockImplementation(() => {})
  expect(await administrator.post('/api/admin/payment-keys/check')).toMatchObject({
    status: 503,
    body: { code: 'provider-away' },
  })
  expect(await recordedOf(app, 'payment-keys', 'sandbox')).toHaveLength(1)
})
