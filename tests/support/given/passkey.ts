import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { expect } from 'vitest'
import type { Member, TestApp } from '../app/start-app.ts'

/**
 * Inserts a passkey as if its owner had just added it.
 * @returns its id
 */
export async function givenPasskey(app: TestApp, accountId: string): Promise<string> {
  const [row] = await app.rows(
    `insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, 0, '{internal}', 'Laptop', now()) returning id`,
    accountId,
    randomBytes(16),
    randomBytes(77),
  )
  await app.rows('update session set factor_confirmed_at = confirmed_at where account_id = $1', accountId)
  return row.id
}

/** A member who has added a passkey. */
export async function memberWithPasskey(app: TestApp) {
  const member = await app.member()
  const passkey = makePasskey()
  const { status, body } = await addPasskey(member, passkey)
  expect(status).toBe(200)
  return { ...member, passkey, passkeyId: body.data.id as string }
}

export async function addPasskey(member: Pick<Member, 'post'>, passkey: Passkey, signing: Signing = {}) {
  const { challenge, options } = (await member.post('/api/account/passkeys/options')).body.data
  const response = passkey.create(options, signing)
  return member.post('/api/account/passkeys', { challenge, name: 'Phone', response })
}

const localOrigin = 'http://localhost:5001'

export type Passkey = ReturnType<typeof makePasskey>

type CredentialOptions = { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } }
type Signing = { origin?: string; isVerified?: boolean; counter?: number; challenge?: string; type?: string }

/** A software authenticator that keeps one ES256 key and signs every request. */
export function makePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let lastCounter = 0
  let userHandle = ''
  return {
    id: credentialId.toString('base64url'),
    /** Responds to `navigator.credentials.create`. */
    create(
      options: CredentialOptions,
      { origin = localOrigin, isVerified = true, type = 'webauthn.create' }: Signing = {},
    ) {
      userHandle = options.user?.id ?? ''
      const key = cosePublicKey(publicKey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credentialData = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const authData = Buffer.concat([
        authenticatorHeader(options.rp?.id ?? '', { isVerified, isNew: true, counter: 0 }),
        credentialData,
      ])
      return {
        id: credentialId.toString('base64url'),
        clientDataJSON: clientData(type, options.challenge, origin).toString('base64url'),
        attestationObject: cbor(
          new Map<string, Encodable>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', authData],
          ]),
        ).toString('base64url'),
        transports: ['internal'],
      }
    },
    /** Responds to `navigator.credentials.get`. */
    get(
      options: CredentialOptions,
      { origin = localOrigin, isVerified = true, counter, challenge, type = 'webauthn.get' }: Signing = {},
    ) {
      lastCounter = counter ?? lastCounter + 1
      const data = clientData(type, challenge ?? options.challenge, origin)
      const header = authenticatorHeader(options.rpId ?? '', { isVerified, isNew: false, counter: lastCounter })
      return {
        id: credentialId.toString('base64url'),
        clientDataJSON: data.toString('base64url'),
        authenticatorData: header.toString('base64url'),
        signature: signBytes(privateKey, Buffer.concat([header, sha256(data)])).toString('base64url'),
        ...(userHandle && { userHandle }),
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

type HeaderFields = { isVerified: boolean; isNew: boolean; counter: number }

/** WebAuthn §6.1: the site's hash, the flags and the counter. */
function authenticatorHeader(rpId: string, { isVerified, isNew, counter }: HeaderFields): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const flags = 0x01 + (isVerified ? 0x04 : 0) + (isNew ? 0x40 : 0)
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
}

/** RFC 9053: the key's type, algorithm, curve and point. */
function cosePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Encodable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Encodable = number | string | Buffer | Map<number | string, Encodable>

/** Encodes the part of CBOR (RFC 8949) that authenticators use. */
function cbor(value: Encodable): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}

function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([kind * 32 + size])
  return size < 256 ? Buffer.from([kind * 32 + 24, size]) : Buffer.from([kind * 32 + 25, size >> 8, size & 255])
}

function signBytes(key: KeyObject, bytes: Buffer): Buffer {
  return sign('sha256', bytes, key)
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
