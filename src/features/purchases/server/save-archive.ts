import { createWriteStream } from 'node:fs'
import { access, link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { ArchivePeriod, tooManyPapers } from '../contract/archive.ts'
import type { PaymentMode } from '../contract.ts'
import { openArchive } from './open-archive.ts'

export const ArchiveOrder = ArchivePeriod.safeExtend({ file: z.string().min(1, 'Say the name of the file') })

/** The operator's way to the accountant's archive: into a file that is there whole or not at all. */
export async function saveArchive(
  context: Context & { paymentMode: PaymentMode },
  { file, ...period }: z.infer<typeof ArchiveOrder>,
): Promise<{ file: string; papers: number }> {
  if (await exists(file)) throw new CommandRefused(`There is a file ${file} already. Choose another name.`)
  const { content, papers } = await openArchive(context, period).catch((error: unknown) => {
    throw error instanceof Refused ? new CommandRefused(tooManyPapers) : error
  })
  const part = `${file}.part`
  try {
    // With people's names and addresses in it: for nobody but who runs the site.
    await pipeline(Readable.from(content), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    // Unlike renaming, it never takes the place of a file that has come since.
    await link(part, file)
  } catch (error) {
    throw isAboutFiles(error) ? new CommandRefused(`${file} cannot be written (${error.code}).`) : error
  } finally {
    await rm(part, { force: true })
  }
  context.log.info({ ...period, papers }, 'the operator wrote an archive of papers')
  return { file, papers }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

function isAboutFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error
}
