import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const keys = { S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'site', S3_SECRET_ACCESS_KEY: 'secret' }
const readFilesSettings = (environment: Record<string, string>) => readConfig(environment).files

test('files are kept in the database by default', () => {
  expect(readFilesSettings({})).toEqual({ place: undefined, bucketAccess: undefined })
  expect(readFilesSettings({ FILES_STORE: '' }).place).toBeUndefined()
})

test.each([
  ['file:///var/lib/futureworld/files', 'file:///var/lib/futureworld/files'],
  ['file:///var/lib/futureworld/files/', 'file:///var/lib/futureworld/files'],
  ['file:///srv/../var/files', 'file:///var/files'],
  ['s3://uploads', 's3://uploads/'],
  ['s3://uploads/', 's3://uploads/'],
  ['s3://uploads.example.org/site/one', 's3://uploads.example.org/site/one/'],
])('the FILES_STORE value %s is normalised to %s', (setting, place) => {
  expect(readFilesSettings({ FILES_STORE: setting, ...keys }).place).toBe(place)
})

test('by default, a bucket is on Amazon S3 and uses path-style addressing', () => {
  const access = { endpoint: undefined, region: 'eu-west-2', accessKeyId: 'site', secretAccessKey: 'secret' }
  expect(readFilesSettings({ FILES_STORE: 's3://uploads', ...keys }).bucketAccess).toEqual({
    ...access,
    isPathStyle: true,
  })
  const otherProvider = { S3_ENDPOINT: 'https://s3.example.org', S3_ADDRESSING: 'host' }
  expect(readFilesSettings({ FILES_STORE: 's3://uploads', ...keys, ...otherProvider }).bucketAccess).toEqual({
    ...access,
    endpoint: 'https://s3.example.org',
    isPathStyle: false,
  })
})

test('bucket keys may be set when FILES_STORE is not a bucket, because older files may still be in one', () => {
  expect(readFilesSettings(keys)).toMatchObject({ place: undefined, bucketAccess: { accessKeyId: 'site' } })
})

test.each([
  '/var/lib/files',
  'file://server/files',
  'file:///',
  'https://s3.example.org/uploads',
  's3://',
  's3://Up_loads',
  's3://uploads/a//b',
  's3://user:password@uploads/a',
  's3://uploads/a?b',
  's3://uploads/a b',
])('FILES_STORE cannot be %s', (place) => {
  expect(() => readFilesSettings({ FILES_STORE: place, ...keys })).toThrow(
    'must be empty for the database, a folder like',
  )
})

test.each([
  [{ FILES_STORE: 's3://uploads' }, 'FILES_STORE is a bucket. Set S3_REGION'],
  [{ FILES_STORE: 's3://uploads', S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'site' }, 'or no S3 settings.'],
  [{ S3_ENDPOINT: 'https://s3.example.org' }, 'or no S3 settings.'],
  [{ ...keys, S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT must be an address'],
  [{ ...keys, S3_ADDRESSING: 'both' }, 'S3_ADDRESSING must be path or host'],
])('an incomplete or invalid bucket configuration is refused: %j', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})
