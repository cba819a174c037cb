import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Parses 32 random bytes from `openssl rand -base64 32`. Returns undefined for anything else. */
export function parseDataKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : undefined
}

/** The keys for encrypted database values. The first key encrypts; each key decrypts what it has encrypted. */
export type DataKeys = ReturnType<typeof openDataKeys>

/** A stored value: encrypted, or in plain text in older rows. */
export type StoredSecret = { plain: Buffer | null; sealed: Buffer | null }

export class UnknownKeyError extends Error {}

export const KEY_BYTES = 32
const ID_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16

/** The layout of an encrypted value: format (1), key id, IV, content and AES-GCM tag. */
const FORMAT = Buffer.from([1])
const HEADER_BYTES = FORMAT.length + ID_BYTES + IV_BYTES

export function openDataKeys(keys: readonly Buffer[]) {
  const keysWithId = keys.map((key) => ({ id: computeKeyId(key), key }))
  const [encryptionKey] = keysWithId
  if (!encryptionKey) throw new Error('At least one data key is required')
  return {
    /** @param owner the value's owner, needed to decrypt it, so that a value copied to another row is useless */
    seal(content: Buffer, owner: string): Buffer {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey.key, iv).setAAD(Buffer.from(owner))
      const parts = [FORMAT, encryptionKey.id, iv, cipher.update(content), cipher.final()]
      return Buffer.concat([...parts, cipher.getAuthTag()])
    },
    /** @throws UnknownKeyError if the key is unknown or the value was altered */
    open(sealed: Buffer, owner: string): Buffer {
      const decryptionKey = keysWithId.find(({ id }) => id.equals(readKeyId(sealed)))
      if (!decryptionKey || sealed[0] !== FORMAT[0] || sealed.length < HEADER_BYTES + TAG_BYTES)
        throw new UnknownKeyError('The key of this value is unknown')
      const iv = sealed.subarray(HEADER_BYTES - IV_BYTES, HEADER_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', decryptionKey.key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        throw new UnknownKeyError('The value was altered or belongs to another owner')
      }
    },
    /** The first key's id, as returned by `readKeyId`. */
    firstId: encryptionKey.id,
    has: (keyId: Buffer) => keysWithId.some(({ id }) => id.equals(keyId)),
    /** Derives a secret for another purpose from each key, in order. */
    derive: (purpose: string) =>
      keysWithId.map(({ id, key }) => ({
        id: id.toString('hex'),
        secret: Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES)),
      })),
  }
}

export function decryptStored(keys: DataKeys, { plain, sealed }: StoredSecret, owner: string): Buffer {
  if (sealed) return keys.open(sealed, owner)
  if (plain) return plain
  throw new Error('The row has neither a sealed nor a plain value')
}

export function readKeyId(sealed: Buffer): Buffer {
  return sealed.subarray(FORMAT.length, FORMAT.length + ID_BYTES)
}

/** Identifies a key without revealing it. */
function computeKeyId(key: Buffer): Buffer {
  return createHash('sha256').update('data key').update(key).digest().subarray(0, ID_BYTES)
}
