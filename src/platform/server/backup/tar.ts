// The plain old archive of POSIX (ustar), with parts of any number: what every system can open without this program.

const BLOCK = 512

/** One file of the archive, whole. */
export function tarPart(name: string, content: Uint8Array, writtenAt: Date): Uint8Array[] {
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return [headerOf(name, content.length, writtenAt), content, padding]
}

/** What stands behind the last part. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

function headerOf(name: string, size: number, writtenAt: Date): Buffer {
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
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  return header
}

type Part = { name: string; content: Buffer }

/** The parts one after the other, each whole. @throws where it is no such archive, or ends too early */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const take = openReader(bytes)
  for (;;) {
    const header = await take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    if (Number.parseInt(header.toString('latin1', 148, 154), 8) !== sumOf(header))
      throw new Error('no part begins here')
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    const content = await take(size)
    await take((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name, content }
  }
}

/** Of the header, with spaces where the sum itself stands. */
function sumOf(header: Buffer): number {
  const sum = (bytes: Uint8Array) => bytes.reduce((total, byte) => total + byte, 0)
  return sum(header) - sum(header.subarray(148, 156)) + 8 * 32
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0')
}

/** Asks for exactly so many bytes. */
function openReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = Buffer.alloc(0)
  return async function take(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let missing = length; missing > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) throw new Error('it ends too early')
        rest = next.value
      }
      const part = rest.subarray(0, missing)
      rest = rest.subarray(part.length)
      missing -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
}
