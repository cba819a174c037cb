import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { CommandRefused } from '#platform/server/operator-errors.ts'

// Backups use the age format (https://age-encryption.org), which other programs can open too. A public key encrypts and
// only its private key decrypts, so the machine that makes backups needs just the public key.

type Bytes = AsyncIterable<Uint8Array>

/** Every age file begins with this line. */
const AGE_HEADER = 'age-encryption.org/v1'

/** Returns the public key, and a key file with both keys in age's format. */
export async function generateKeyPair(now: Date): Promise<{ file: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { recipient, file: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n` }
}

/**
 * Without recipients, leaves the content unencrypted. @param recipients public keys; the private key of any of them can
 * decrypt it
 */
export async function encryptBackup(content: Bytes, recipients: string[]): Promise<Bytes> {
  if (recipients.length === 0) return content
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new CommandRefused(`${recipient} in BACKUP_RECIPIENTS isn’t an age public key.`)
    }
  }
  return fromWebStream(await encrypter.encrypt(toWebStream(content)))
}

/** @param keyFile private key file, required if the backup is encrypted */
export async function decryptBackup(content: Bytes, { file, keyFile }: { file: string; keyFile?: string | undefined }) {
  const chunks = content[Symbol.asyncIterator]()
  const first = await chunks.next()
  const firstChunk = first.done ? Buffer.alloc(0) : Buffer.from(first.value)
  const allChunks = (async function* () {
    yield firstChunk
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  if (firstChunk.toString('latin1', 0, AGE_HEADER.length) !== AGE_HEADER) return allChunks
  if (!keyFile) throw new CommandRefused(`The backup ${file} is encrypted. Name the file with its key: --key <file>.`)
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const key of await readKeys(keyFile)) decrypter.addIdentity(key)
  try {
    return fromWebStream(await decrypter.decrypt(toWebStream(allChunks)))
  } catch {
    throw new CommandRefused(`The key in ${keyFile} doesn’t open the backup ${file}.`)
  }
}

/** Loaded only when used, because it costs about 20 MB of memory and the running site never needs it. */
function loadAge() {
  return import('age-encryption')
}

async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefused(`The key file ${file} can’t be read (${error.code}).`)
  })
  const keys = text.split('\n').flatMap((line) => /^AGE-SECRET-KEY-\S+/.exec(line.trim())?.[0] ?? [])
  if (keys.length === 0) throw new CommandRefused(`The file ${file} has no age key in it (AGE-SECRET-KEY-…).`)
  return keys
}

function toWebStream(content: Bytes) {
  return Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>
}

function fromWebStream(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as NodeStream<Uint8Array>)
}
