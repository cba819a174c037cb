import { expect, test } from 'vitest'
import { findMisspelledSettings, settingNames } from './environment.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['STRIPE_WEBHOOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
  ['FILE_STORE', 'FILES_STORE'],
  ['BACKUP_RECIPIENT', 'BACKUP_RECIPIENTS'],
])('the misspelt setting %s is reported as %s', (name, suggestion) => {
  expect(findMisspelledSettings([name], settingNames)).toEqual([{ given: name, meant: suggestion }])
})

test("correctly spelt settings and other programs' variables are not reported", () => {
  const otherVariables = ['HOME', 'PATH', 'HOSTNAME', 'LOGNAME', 'PGHOST', 'TMPDIR', 'AWS_REGION', 'OTEL_SERVICE_NAME']
  expect(findMisspelledSettings([...settingNames, ...otherVariables], settingNames)).toEqual([])
})
