import { createHash, type Hash } from 'node:crypto'

// Plain POSIX tar (ustar), which every system can open without this program.

const BLOCK = 512

export function tarPart(name: string, content: Uint8Array, writtenAt: Date): Uint8Array[] {
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return [createHeader(name, content.length, writtenAt), content, padding]
}

/** Marks the end of the archive. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

function createHeader(name: string, size: number, writtenAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const seconds = Math.floor(writtenAt.getTime() / 1_000)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(size, 11)}\0`, 124)
  header.write(`${octal(seconds, 11)}\0`, 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(headerChecksum(header), 6)}\0 `, 148)
  return header
}

export type Part = {
  name: string
  content: Buffer
  /** SHA-256 of everything before this part. */
  precedingHash: Hash
}

/** Yields each part as a whole. @throws Error if this is not one of our archives or ends too early */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const read = openReader(bytes)
  const hash = createHash('sha256')
  const readAndHash = async (length: number) => {
    const block = await read(length)
    hash.update(block)
    return block
  }
  for (;;) {
    const precedingHash = hash.copy()
    const header = await readAndHash(BLOCK)
    if (header.every((byte) => byte === 0)) return
    if (Number.parseInt(header.toString('latin1', 148, 154), 8) !== headerChecksum(header))
      throw new Error('it has an invalid tar header')
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    const content = await readAndHash(size)
    await readAndHash((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name, content, precedingHash }
  }
}

/** Sums the header's bytes, with spaces in place of the checksum field. */
function headerChecksum(header: Buffer): number {
  const sum = (bytes: Uint8Array) => bytes.reduce((total, byte) => total + byte, 0)
  return sum(header) - sum(header.subarray(148, 156)) + 8 * 32
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

/** Returns a function that reads exactly the given number of bytes. */
function openReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let buffered: Uint8Array = Buffer.alloc(0)
  return async function readExactly(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let missing = length; missing > 0; ) {
      if (buffered.length === 0) {
        const next = await chunks.next()
        if (next.done) throw new Error('it ends too early')
        buffered = next.value
      }
      const part = buffered.subarray(0, missing)
      buffered = buffered.subarray(part.length)
      missing -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
}
