import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { BucketAccess } from '#platform/server/files/bucket-storage.ts'
import { findProgram } from './find-program.ts'
import { freePort } from './start-site.ts'

const programs = ['swift-ring-builder', 'swift-proxy-server', 'memcached']

/** True if Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached are installed. */
export const hasSwift = [
  ...programs,
  ...['account', 'container', 'object'].map((kind) => `swift-${kind}-server`),
].every((name) => findProgram(name))

/**
 * Starts OpenStack Swift, an object store that hosting providers run, with its S3 interface. It checks every signature
 * (version 4) and the hash of the content. Each of its servers runs once and stores its data in a folder on this
 * machine.
 */
export async function startSwift() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-swift-'))
  const running: ChildProcess[] = []
  const run = (program: string, ...parameters: string[]) => {
    const started = spawn(findProgram(program) ?? program, parameters, { stdio: 'ignore' })
    running.push(started)
    return started
  }
  await mkdir(join(folder, 'disks', 'one'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), swiftSettings)
  for (const kind of ['account', 'container', 'object'] as const) {
    const port = await freePort()
    const builder = join(folder, `${kind}.builder`)
    const runRingBuilder = (...args: string[]) =>
      execFileSync(findProgram('swift-ring-builder') ?? '', [builder, ...args])
    runRingBuilder('create', '2', '1', '1')
    runRingBuilder('add', `r1z1-127.0.0.1:${port}/one`, '1')
    runRingBuilder('rebalance')
    await writeFile(join(folder, `${kind}.conf`), storageSettings(folder, kind, port))
    run(`swift-${kind}-server`, join(folder, `${kind}.conf`))
  }
  const memoryPort = await freePort()
  run('memcached', '-U', '0', '-l', '127.0.0.1', '-p', String(memoryPort), '-u', userInfo().username)
  const proxyPort = await freePort()
  const secret = randomBytes(16).toString('hex')
  await writeFile(join(folder, 'proxy.conf'), proxySettings(folder, { port: proxyPort, memoryPort, secret }))
  let proxy = run('swift-proxy-server', join(folder, 'proxy.conf'))

  const access: BucketAccess = {
    endpoint: `http://127.0.0.1:${proxyPort}`,
    region: 'eu-test-1',
    accessKeyId: 'futureworld:files',
    secretAccessKey: secret,
    isPathStyle: true,
  }
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${proxyPort}`,
    region: access.region,
    forcePathStyle: true,
    credentials: access,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const bucket = 'futureworld'
  const makeBucket = async () => {
    const making = client.send(new CreateBucketCommand({ Bucket: bucket }))
    await making.catch((problem: Error) => {
      if (!problem.name.startsWith('BucketAlready')) throw problem
    })
  }
  // Retries, because each of the servers becomes ready at a different time.
  const isReady = async (): Promise<void> => {
    try {
      await makeBucket()
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'first', Body: 'first' }))
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'first' }))
    } catch {
      return isReady()
    }
  }
  await isReady()
  return {
    access,
    bucket,
    /** The names of all stored objects. */
    async names(): Promise<string[]> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
      return Contents.map(({ Key = '' }) => Key)
    },
    /** Stops the proxy, so that connections are refused. */
    async goAway() {
      proxy.kill('SIGKILL')
      await once(proxy, 'exit')
    },
    async comeBack() {
      proxy = run('swift-proxy-server', join(folder, 'proxy.conf'))
      await isReady()
    },
    async stop() {
      const ended = running.filter((child) => child.exitCode === null && child.signalCode === null)
      await Promise.all(ended.map((child) => [once(child, 'exit'), child.kill('SIGKILL')][0]))
      client.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const swiftSettings = `[swift-hash]
swift_hash_path_prefix = future
swift_hash_path_suffix = world
[storage-policy:0]
name = one
default = yes
`

function commonSettings(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
disable_fallocate = true
workers = 0
log_address = ${join(folder, 'nobody-listens')}
`
}

function storageSettings(folder: string, kind: string, port: number): string {
  return `${commonSettings(folder, port)}[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxySettings(
  folder: string,
  { port, memoryPort, secret }: Record<'port' | 'memoryPort', number> & { secret: string },
) {
  return `${commonSettings(folder, port)}[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memoryPort}
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
[filter:tempauth]
use = egg:swift#tempauth
user_futureworld_files = ${secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`
}
