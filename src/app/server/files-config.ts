import type { BucketAccess } from '#platform/server/files/open-bucket.ts'
import type { FilesSettings } from '#platform/server/files/open-files.ts'
import { StartRefused } from '#platform/server/start-refused.ts'

/** The environment's values that decide where the contents of files are. */
export type FilesEnvironment = {
  FILES_STORE?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_ADDRESSING?: 'path' | 'host' | undefined
}

/** @throws StartRefused for an address that is none, and for a bucket without all that opens it */
export function readFilesConfig(values: FilesEnvironment): FilesSettings {
  const place = values.FILES_STORE && placeOf(values.FILES_STORE)
  const bucketAccess = bucketAccessOf(values)
  if (place?.startsWith('s3:') && !bucketAccess) {
    throw new StartRefused('FILES_STORE is a bucket. Set S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY as well.')
  }
  return { place, bucketAccess }
}

/** As rows hold it: one way to write each place. */
function placeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.search || url.hash || url.username || url.port) throw noPlace(address)
  const path = url.pathname.replace(/\/+$/, '')
  if (url.protocol === 'file:' && url.hostname === '' && path !== '') return `file://${path}`
  // The names that every store takes (docs.aws.amazon.com, "Bucket naming rules").
  const isBucket = url.protocol === 's3:' && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)
  // A key follows the prefix at once.
  if (isBucket && /^[\w./-]{0,500}$/.test(path) && !path.includes('//')) return `s3://${url.hostname}${path}/`
  throw noPlace(address)
}

function noPlace(address: string) {
  return new StartRefused(
    `FILES_STORE is ${address}: it must be empty for the database, a folder like file:///var/lib/futureworld/files, or a bucket like s3://bucket/prefix.`,
  )
}

/** Also where FILES_STORE is no bucket any more: files of before may still be in one. */
function bucketAccessOf(values: FilesEnvironment): BucketAccess | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ADDRESSING: addressing } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  const given = [endpoint, region, accessKeyId, secretAccessKey, addressing].some((value) => value !== undefined)
  if (!given) return undefined
  if (!region || !accessKeyId || !secretAccessKey) {
    throw new StartRefused('Set S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of the settings of S3.')
  }
  return { endpoint, region, accessKeyId, secretAccessKey, isPathStyle: (addressing ?? 'path') === 'path' }
}
