import type { BucketAccess } from '#platform/server/files/bucket-storage.ts'
import type { FilesSettings } from '#platform/server/files/open-storage.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import type { Environment } from './environment.ts'

/** @throws StartRefused if the address is invalid, or a bucket lacks its access settings */
export function readFilesConfig(values: Environment): FilesSettings {
  const place = values.FILES_STORE && storageAddress(values.FILES_STORE)
  const bucketAccess = readBucketAccess(values)
  if (place?.startsWith('s3:') && !bucketAccess) {
    throw new StartRefused('FILES_STORE is a bucket. Set S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.')
  }
  return { place, bucketAccess }
}

/** Normalises the address, because it is compared with the one stored in each row. */
function storageAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.search || url.hash || url.username || url.port) throw invalidStorage(address)
  const path = url.pathname.replace(/\/+$/, '')
  if (url.protocol === 'file:' && url.hostname === '' && path !== '') return `file://${path}`
  // The bucket names that every provider accepts (docs.aws.amazon.com, "Bucket naming rules").
  const isBucket = url.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)
  // Ends with a slash, because keys are appended directly to the prefix.
  if (isBucket && /^[\w./-]{0,500}$/.test(path) && !path.includes('//')) return `s3://${url.hostname}${path}/`
  throw invalidStorage(address)
}

function invalidStorage(address: string) {
  return new StartRefused(
    `FILES_STORE is ${address}: it must be empty for the database, a folder like file:///var/lib/futureworld/files, or a bucket like s3://bucket/prefix.`,
  )
}

/** Read even if FILES_STORE is not a bucket now, because older files may still be in one. */
function readBucketAccess(values: Environment): BucketAccess | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ADDRESSING: addressing } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  const isConfigured = [endpoint, region, accessKeyId, secretAccessKey, addressing].some((value) => value !== undefined)
  if (!isConfigured) return undefined
  if (!region || !accessKeyId || !secretAccessKey) {
    throw new StartRefused('Set S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or no S3 settings.')
  }
  return { endpoint, region, accessKeyId, secretAccessKey, isPathStyle: (addressing ?? 'path') === 'path' }
}
