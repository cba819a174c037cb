import { expect, test } from 'vitest'
import { findMisspelledSettings, settingNames } from './environment.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['STRIPE_WEBHOOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
  ['FILE_STORE', 'FILES_STORE'],
  ['BACKUP_RECIPIENT', 'BACKUP_RECIPIENTS'],
])('the misspelt setting %s is reported as %s', (given, meant) => {
  expect(findMisspelledSettings([given], settingNames)).toEqual([{ given, meant }])
})

test('known settings and those of other programs are not reported', () => {
  const others = ['HOME', 'PATH', 'HOSTNAME', 'LOGNAME', 'PGHOST', 'TMPDIR', 'AWS_REGION', 'OTEL_SERVICE_NAME']
  expect(findMisspelledSettings([...settingNames, ...others], settingNames)).toEqual([])
})
