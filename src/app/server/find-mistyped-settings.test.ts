import { expect, test } from 'vitest'
import { settingNames } from './config.ts'
import { findMistypedSettings } from './find-mistyped-settings.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['STRIPE_WEBHOOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
  ['FILE_STORE', 'FILES_STORE'],
  ['BACKUP_RECIPIENT', 'BACKUP_RECIPIENTS'],
])('an operator who wrote %s is told of %s', (given, meant) => {
  expect(findMistypedSettings([given], settingNames)).toEqual([{ given, meant }])
})

test('settings of the site, and what other programs read, are no mistakes', () => {
  const others = ['HOME', 'PATH', 'HOSTNAME', 'LOGNAME', 'PGHOST', 'TMPDIR', 'AWS_REGION', 'OTEL_SERVICE_NAME']
  expect(findMistypedSettings([...settingNames, ...others], settingNames)).toEqual([])
})
