import { Readable } from 'node:stream'
import type { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { FilePlace } from './file-place.ts'

/** What opens every bucket: rows say which, and the configuration says where and as whom. */
export type BucketAccess = {
  /** Undefined: Amazon's own of the region. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket stands in the path of addresses, not in front of the host. */
  isPathStyle: boolean
}

const CONNECT_MS = 2_000

/**
 * Read at a time, each part by a question of its own: whoever saves a file over a slow line would hold a connection to the
 * store for as long, and the store would end it.
 */
const PART_BYTES = 1_048_576

/** Without a byte. */
const SILENCE_MS = 5_000

/** For 25 MB, or for a part, so that nobody's request waits for good. */
const WHOLE_MS = 60_000

/** Objects of one bucket whose names begin with this prefix, in any store that speaks S3. */
export function openBucket(
  access: BucketAccess,
  { bucket, prefix }: { bucket: string; prefix: string },
  silenceMs = SILENCE_MS,
): FilePlace {
  const nameOf = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` })
  const load = loader(access, silenceMs)
  const bounded = () => ({ abortSignal: AbortSignal.timeout(WHOLE_MS) })
  return {
    async put(key, { size, sha256, pieces }) {
      const { client, sdk } = await load()
      await twice(async () => {
        const Body = Readable.from(pieces())
        const command = new sdk.PutObjectCommand({ ...nameOf(key), Body, ContentLength: size })
        signContent(command, sha256)
        await client.send(command, bounded()).finally(() => Body.destroy())
      })
    },
    async read(key) {
      const { client, sdk } = await load()
      const readPart = (from: number) =>
        twice(async () => {
          const Range = `bytes=${from}-${from + PART_BYTES - 1}`
          const { Body, ContentRange } = await client.send(
            new sdk.GetObjectCommand({ ...nameOf(key), Range }),
            bounded(),
          )
          if (!Body) throw new Error('The store answered without content')
          // "bytes 0-99/1234": a store that knows no parts has sent all.
          const size = Number(ContentRange?.split('/')[1] ?? 0)
          return { bytes: Buffer.from(await Body.transformToByteArray()), size }
        })
      const first = await readPart(0).catch((problem: unknown) => {
        // Of a bucket that is not there nothing is known.
        if (!(problem instanceof sdk.NoSuchKey)) throw problem
        return undefined
      })
      return first && readParts(first, readPart)
    },
    async remove(key) {
      const { client, sdk } = await load()
      await twice(() => client.send(new sdk.DeleteObjectCommand(nameOf(key)), bounded()))
    },
    async isEmpty() {
      const { client, sdk } = await load()
      const listing = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
      return ((await client.send(listing, bounded())).Contents ?? []).length === 0
    },
  }
}

/** Loaded when the first file is asked for: whoever keeps files elsewhere never waits for it. */
function loader({ endpoint, region, accessKeyId, secretAccessKey, isPathStyle }: BucketAccess, silenceMs: number) {
  let loading: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const quiet = () => {}
  return () => {
    loading ??= import('@aws-sdk/client-s3').then((sdk) => {
      const client = new sdk.S3Client({
        ...(endpoint && { endpoint }),
        region,
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: isPathStyle,
        // By `twice` instead: the client would not send a stream again, nor read one again that broke off.
        maxAttempts: 1,
        requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
        // Newer than most stores that speak S3. What is sent is signed with its hash, what comes is compared by ours.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      })
      return { sdk, client }
    })
    return loading
  }
}

/** The store takes what has this SHA-256 and nothing else: a stream would be sent without. */
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

async function* readParts(first: Part, readPart: (from: number) => Promise<Part>): AsyncIterable<Buffer> {
  yield first.bytes
  for (let read = first.bytes.length; read < first.size; ) {
    const { bytes } = await readPart(read)
    if (bytes.length === 0) throw new Error('The store ended before the content did')
    read += bytes.length
    yield bytes
  }
}

/** Where it failed, once more and at once: people wait meanwhile. */
function twice<Result>(ask: () => Promise<Result>): Promise<Result> {
  return ask().catch(ask)
}
