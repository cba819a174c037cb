import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { DataKeys } from '#platform/server/data-keys.ts'

// Signs backups with Ed25519 keys derived from DATA_KEYS, which a restore needs anyway. An altered backup is refused
// even if the attacker recomputed its counts and hashes.

export const SIGNATURE_FILE = 'signature.json'

const Signature = z.object({ key: z.string(), signature: z.base64() })

/** @param digest of everything before the signature */
export function signBackup(keys: DataKeys, digest: Buffer): Buffer {
  const [signingKey] = listSigningKeys(keys)
  if (!signingKey) throw new Error('A backup needs a data key to sign with')
  const signature = sign(null, signedMessage(digest), signingKey.key).toString('base64')
  return Buffer.from(JSON.stringify({ key: signingKey.id, signature } satisfies z.infer<typeof Signature>))
}

/** @returns whether the signature is valid, or the id of an unknown key */
export function verifySignature(keys: DataKeys, content: Buffer, digest: Buffer): boolean | { unknownKey: string } {
  const { key, signature } = Signature.parse(JSON.parse(content.toString()))
  const signer = listSigningKeys(keys).find(({ id }) => id === key)
  if (!signer) return { unknownKey: key }
  return verify(null, signedMessage(digest), createPublicKey(signer.key), Buffer.from(signature, 'base64'))
}

/** RFC 8410 §7: the prefix of an Ed25519 private key; its 32 bytes follow. */
const ED25519_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

function listSigningKeys(keys: DataKeys): { id: string; key: KeyObject }[] {
  return keys.derive('backup signature').map(({ id, secret }) => ({
    id,
    key: createPrivateKey({ key: Buffer.concat([ED25519_KEY_PREFIX, secret]), format: 'der', type: 'pkcs8' }),
  }))
}

function signedMessage(digest: Buffer): Buffer {
  return Buffer.concat([Buffer.from('backup of this site\n'), digest])
}
