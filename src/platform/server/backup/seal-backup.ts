import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { CommandRefused } from '../command-refused.ts'

// By the format of age (https://age-encryption.org), which other programs open as well: a public key closes, and only
// its private key opens. The machine that makes backups needs the public one alone.

type Bytes = AsyncIterable<Uint8Array>

/** How every file of age begins. */
const SEALED = 'age-encryption.org/v1'

/** A private key, and the public one to it, in the words of a key file. */
export async function makeKey(now: Date): Promise<{ file: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { recipient, file: `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n` }
}

/** Nothing is changed where nobody is named. @param recipients public keys, each of which opens it */
export async function sealBackup(content: Bytes, recipients: string[]): Promise<Bytes> {
  if (recipients.length === 0) return content
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new CommandRefused(`${recipient} in BACKUP_RECIPIENTS is no public key of age.`)
    }
  }
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** @param keyFile with a private key, for a backup that is sealed */
export async function openSeal(content: Bytes, { file, keyFile }: { file: string; keyFile?: string | undefined }) {
  const chunks = content[Symbol.asyncIterator]()
  const first = await chunks.next()
  const head = first.done ? Buffer.alloc(0) : Buffer.from(first.value)
  const all = (async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  if (head.toString('latin1', 0, SEALED.length) !== SEALED) return all
  if (!keyFile) throw new CommandRefused(`The backup ${file} is encrypted. Name the file with its key: --key <file>.`)
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const key of await readKeys(keyFile)) decrypter.addIdentity(key)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(all)))
  } catch {
    throw new CommandRefused(`The key in ${keyFile} does not open the backup ${file}.`)
  }
}

/** Where something is sealed or opened: the site itself does neither, and its twenty megabytes are many. */
function loadAge() {
  return import('age-encryption')
}

async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefused(`The file ${file} with the key cannot be read (${error.code}).`)
  })
  const keys = text.split('\n').flatMap((line) => /^AGE-SECRET-KEY-\S+/.exec(line.trim())?.[0] ?? [])
  if (keys.length === 0) throw new CommandRefused(`The file ${file} holds no key of age (AGE-SECRET-KEY-…).`)
  return keys
}

function toWeb(content: Bytes) {
  return Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as NodeStream<Uint8Array>)
}
