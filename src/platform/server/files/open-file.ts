import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Context } from '../context.ts'
import { readContent } from './read-content.ts'
import { findFile } from './store.ts'

/**
 * A kept file, to be sent piece by piece. Whoever calls has checked that it may be read.
 * The name is a plain one for headers; the browser knows the real one.
 * @throws HttpProblem 503 where its content cannot be reached, before anything of it is sent
 */
export async function openFile({ db, files }: Pick<Context, 'db' | 'files'>, fileId: string): Promise<LargeFileAnswer> {
  const file = await findFile(db, fileId)
  if (!file) throw new Error(`File ${fileId} is missing`)
  const { name, size } = file
  const content = await beginReading(await readContent({ db, files }, fileId, file))
  return { name: name.replaceAll(/[^\w.-]+/g, '-'), size, content }
}

/** Has its first piece before anybody is told that there is a file. */
async function beginReading(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = content[Symbol.asyncIterator]()
  let first: Promise<IteratorResult<Uint8Array>> | undefined = Promise.resolve(await pieces.next())
  const next = () => {
    const given = first ?? pieces.next()
    first = undefined
    return given
  }
  // Where nobody wants the rest, what is open is closed.
  const end = async () => (await pieces.return?.()) ?? { done: true as const, value: undefined }
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
}
