import { expect, test, vi } from 'vitest'
import { checkKeys } from '#features/payments/server/public.ts'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { buy } from '#tests/support/given/refunds.ts'
import { type Step, StepName } from '../contract.ts'
import { getFirstSteps } from './get-first-steps.ts'

test('each first step is open until it is done', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const listOpenSteps = async () => {
    const steps: Step[] = (await (await app.returning(administrator)).get('/api/admin/first-steps')).body.data
    return steps.flatMap(({ name, isDone }) => (isDone ? [] : [name]))
  }
  expect(await listOpenSteps()).toEqual(StepName.options)
  await app.rows("update company set placeholders = '{}'")
  await app.rows("insert into exchange_rate values ('USD', current_date - 1, 1.25, 'test')")
  await givenBookableConsultant(app, { services: ['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE'] })
  await app.rows('update consultant set published_at = now()')
  await buy(app, { packageId: 'biz-future-basic' })
  // Neither a mail server nor live keys are set up here.
  expect(await listOpenSteps()).toEqual(['email', 'payment-keys'])

  await app.rows('delete from weekly_hours')
  await app.rows("update company set placeholders = '{phone}'")
  expect(await listOpenSteps()).toEqual(['company', 'availability', 'sessions', 'email', 'payment-keys'])
})

test('a test email goes to the administrator, is rate-limited and completes the email step', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const answer = await administrator.post('/api/admin/test-email')
  expect(answer).toMatchObject({ status: 200, body: { message: 'A test email is on its way to you.' } })
  await app.settle()
  const testEmails = app.mails.filter(({ subject }) => subject.startsWith('Test email'))
  expect(testEmails.map(({ to }) => to)).toEqual([administrator.person.email])

  const steps = await getFirstSteps({ ...app.context, actor: {} as never }, { keys: 'sandbox', isSmtpConfigured: true })
  expect(steps.find(({ name }) => name === 'email')?.isDone).toBe(true)
  for (let count = 1; count < 10; count += 1) await administrator.post('/api/admin/test-email')
  expect((await administrator.post('/api/admin/test-email')).status).toBe(429)
})

test('checking the payment keys is audited on success and fails without keys or a provider', async () => {
  await using app = await startApp()
  const administrator = await app.quickMember('administrator')
  const answer = await administrator.post('/api/admin/payment-keys/check')
  expect([answer.status, answer.body.code]).toEqual([409, 'no-keys'])

  const actor = { memberId: administrator.id } as never
  const check = () =>
    checkKeys({ ...app.context, actor, provider: { ...app.provider, isLive: true, mode: 'stripe' as const } })
  expect(await check()).toEqual({ kind: 'live' })
  expect(await listAuditEntries(app, 'payment-keys', 'live')).toMatchObject([{ who: administrator.id }])
  const steps = await getFirstSteps({ ...app.context, actor }, { keys: 'live', isSmtpConfigured: false })
  expect(steps.find(({ name }) => name === 'payment-keys')?.isDone).toBe(true)

  await app.sandbox.close()
  vi.spyOn(app.context.log, 'warn').mockImplementation(() => {})
  await expect(check()).rejects.toThrow('provider-unavailable')
  expect(await listAuditEntries(app, 'payment-keys', 'live')).toHaveLength(1)
})
