import { Readable } from 'node:stream'
import type { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { FileStorage } from './storage.ts'

/** Access to every bucket. Rows name the bucket; the configuration has the endpoint and the credentials. */
export type BucketAccess = {
  /** If undefined, Amazon's endpoint for the region. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket is part of the URL's path, not of its host name. */
  isPathStyle: boolean
}

const CONNECT_MS = 2_000

/**
 * Each part is read with a separate request. A slow download would otherwise keep a connection to the store open until
 * the store closes it.
 */
const PART_BYTES = 1_048_576

/** The longest time to wait for the next byte. */
const IDLE_TIMEOUT_MS = 5_000

/** The time limit for a 25 MB upload or one part, so that no request waits forever. */
const TOTAL_TIMEOUT_MS = 60_000

/** Stores objects with one prefix in one bucket, in any S3-compatible store. */
export function openBucketStorage(
  access: BucketAccess,
  { bucket, prefix }: { bucket: string; prefix: string },
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): FileStorage {
  const toObject = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  const load = createClientLoader(access, idleTimeoutMs)
  const withTimeout = () => ({ abortSignal: AbortSignal.timeout(TOTAL_TIMEOUT_MS) })
  return {
    async put(key, { size, sha256, pieces }) {
      const { client, sdk } = await load()
      await retryOnce(async () => {
        const Body = Readable.from(pieces())
        const command = new sdk.PutObjectCommand({ ...toObject(key), Body, ContentLength: size })
        signContent(command, sha256)
        await client.send(command, withTimeout()).finally(() => Body.destroy())
      })
    },
    async read(key) {
      const { client, sdk } = await load()
      const readPart = (from: number) =>
        retryOnce(async () => {
          const Range = `bytes=${from}-${from + PART_BYTES - 1}`
          const { Body, ContentRange } = await client.send(
            new sdk.GetObjectCommand({ ...toObject(key), Range }),
            withTimeout(),
          )
          if (!Body) throw new Error('The store answered without content')
          // The format is "bytes 0-99/1234". A store without range support has sent everything.
          const size = Number(ContentRange?.split('/')[1] ?? 0)
          return { bytes: Buffer.from(await Body.transformToByteArray()), size }
        })
      const firstPart = await readPart(0).catch((problem: unknown) => {
        // A missing bucket proves nothing about the file, so only a missing key means that it does not exist.
        if (!(problem instanceof sdk.NoSuchKey)) throw problem
        return undefined
      })
      return firstPart && readParts(firstPart, readPart)
    },
    async remove(key) {
      const { client, sdk } = await load()
      await retryOnce(() => client.send(new sdk.DeleteObjectCommand(toObject(key)), withTimeout()))
    },
    async isEmpty() {
      const { client, sdk } = await load()
      const listing = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
      return ((await client.send(listing, withTimeout())).Contents ?? []).length === 0
    },
  }
}

/** Loads the SDK on first use, so that a site without buckets never waits for it. */
function createClientLoader(
  { endpoint, region, accessKeyId, secretAccessKey, isPathStyle }: BucketAccess,
  idleTimeoutMs: number,
) {
  let loading: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const ignore = () => {}
  return () => {
    loading ??= import('@aws-sdk/client-s3').then((sdk) => {
      const client = new sdk.S3Client({
        ...(endpoint && { endpoint }),
        region,
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: isPathStyle,
        // `retryOnce` retries instead, because the client cannot resend a stream or resume an interrupted read.
        maxAttempts: 1,
        requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: idleTimeoutMs },
        // Most S3-compatible stores lack these checksums. Uploads are signed with their hash, and we verify downloads.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      })
      return { sdk, client }
    })
    return loading
  }
}

/** Signs the content's SHA-256, so that the store rejects anything else. The client sends streams unsigned. */
function signContent(command: PutObjectCommand, sha256: string) {
  command.middlewareStack.add(
    (next) => (call) => {
      const { headers } = call.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(call)
    },
    { step: 'build' },
  )
}

type Part = { bytes: Buffer; size: number }

async function* readParts(firstPart: Part, readPart: (from: number) => Promise<Part>): AsyncIterable<Buffer> {
  yield firstPart.bytes
  for (let offset = firstPart.bytes.length; offset < firstPart.size; ) {
    const { bytes } = await readPart(offset)
    if (bytes.length === 0) throw new Error('The store ended before the content did')
    offset += bytes.length
    yield bytes
  }
}

/** Retries immediately, because a user is waiting. */
function retryOnce<Result>(request: () => Promise<Result>): Promise<Result> {
  return request().catch(request)
}
