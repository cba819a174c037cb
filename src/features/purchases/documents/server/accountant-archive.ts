import { createWriteStream, existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { z } from 'zod'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import { eachRow } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type CsvColumns, csvFile } from '#platform/server/http/csv-download.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { startOfDay } from '#platform/shared/calendar.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PaymentMode } from '../../contract.ts'
import { ArchivePeriod, MAX_ARCHIVED_DOCUMENTS, tooManyDocuments } from '../contract.ts'
import { documentColumns, groupByTax, totalColumns } from './archive-csv.ts'
import { renderDocumentPdf } from './documents.ts'
import { countDocuments, listPeriodDocuments, type Period, type StoredDocument } from './store.ts'

/** The archive contains buyers' names and addresses, so the audit log records who downloaded it. */
export async function downloadArchive(
  context: MemberContext & { paymentMode: PaymentMode },
  period: ArchivePeriod,
): Promise<LargeFileResponse> {
  const archive = await openArchive(context, period)
  await recordAction(context.db, context, {
    action: 'archive.downloaded',
    object: { kind: 'archive', id: `${period.from} to ${period.until}` },
    after: { documents: archive.documents },
  })
  return archive
}

export const ArchiveOrder = ArchivePeriod.safeExtend({ file: z.string().min(1, 'Enter a file name') })

/** Writes the accountant's archive to a file for the operator. If writing fails, no file is left behind. */
export async function saveArchive(
  context: Context & { paymentMode: PaymentMode },
  { file, ...period }: z.infer<typeof ArchiveOrder>,
): Promise<{ file: string; documents: number }> {
  if (existsSync(file)) throw new CommandRefused(`${file} already exists. Choose another name.`)
  const { content, documents } = await openArchive(context, period).catch((error: unknown) => {
    throw error instanceof Refused ? new CommandRefused(tooManyDocuments) : error
  })
  const partialFile = `${file}.part`
  try {
    // Readable only by the operator, because it contains names and addresses.
    await pipeline(Readable.from(content), createWriteStream(partialFile, { flags: 'wx', mode: 0o600 }))
    // Unlike renaming, linking never overwrites a file created in the meantime.
    await link(partialFile, file)
  } catch (error) {
    throw isFileError(error) ? new CommandRefused(`Can’t write to ${file} (${error.code}).`) : error
  } finally {
    await rm(partialFile, { force: true })
  }
  context.log.info({ ...period, documents }, 'document archive written by operator')
  return { file, documents }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

type ArchiveContext = Pick<Context, 'db' | 'now'> & { paymentMode: PaymentMode }

/** Streams the documents for a period as a zip. Sandbox documents are only in the sandbox's archive. */
export async function openArchive(
  { db, now, paymentMode }: ArchiveContext,
  { from, until }: ArchivePeriod,
): Promise<LargeFileResponse & { content: AsyncIterable<Uint8Array>; documents: number }> {
  const includesTests = paymentMode === 'sandbox'
  const period = { from: startOfDay(from), before: startOfDay(until, 1), includesTests }
  const documents = await countDocuments(db, period)
  if (documents > MAX_ARCHIVED_DOCUMENTS) throw new Refused('too-many-documents')
  const name = `${includesTests ? 'TEST-' : ''}documents-${from}-until-${until}.zip`
  return { name, documents, content: writeArchive(db, period, now()) }
}

/** Number of documents held in memory at a time. */
const BATCH = 50

/**
 * Writes the PDFs and two CSV tables of their amounts. Each file is sent before the next one is created, so that memory
 * use stays low and other requests wait for one PDF at most.
 */
async function* writeArchive(db: Db, period: Period, writtenAt: Date): AsyncGenerator<Uint8Array> {
  const zip = openZip()
  const documents: StoredDocument[] = []
  for await (const document of readDocuments(db, period)) {
    // PDFs are already compressed.
    zip.add(
      new ZipPassThrough(`documents/${document.reference}.pdf`),
      await renderDocumentPdf(document),
      document.issuedAt,
    )
    documents.push(document)
    yield* zip.takeChunks()
    await setImmediate()
  }
  zip.add(new ZipDeflate('documents.csv'), await writeTable(documentColumns, documents), writtenAt)
  zip.add(new ZipDeflate('totals.csv'), await writeTable(totalColumns, groupByTax(documents)), writtenAt)
  zip.end()
  yield* zip.takeChunks()
}

async function writeTable<Row>(columns: CsvColumns<Row>, rows: Row[]): Promise<Uint8Array> {
  const { content } = csvFile('table.csv', columns, async () => ({ items: rows, nextCursor: null }))
  return buffer(content)
}

function readDocuments(db: Db, period: Period): AsyncGenerator<StoredDocument> {
  return eachRow(BATCH, ({ limit, after: last }) =>
    listPeriodDocuments(db, period, { limit, after: last && { at: last.issuedAt, id: last.reference } }),
  )
}

/** Collects the zip's output until it can be sent. */
function openZip() {
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  return {
    add(file: ZipPassThrough | ZipDeflate, content: Uint8Array, writtenAt: Date) {
      file.mtime = writtenAt
      zip.add(file)
      file.push(content, true)
    },
    end: () => zip.end(),
    takeChunks(): Uint8Array[] {
      const pending = chunks
      chunks = []
      return pending
    },
  }
}
