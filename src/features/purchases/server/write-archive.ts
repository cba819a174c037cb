import { setImmediate } from 'node:timers/promises'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Db } from '#platform/server/db/tables.ts'
import { drawPaper } from './draw-paper.ts'
import { listPapersIn, type Period, type StoredPaper } from './paper-store.ts'
import { type PaperFigures, readFigures, writeFigures, writeTotals } from './write-figures.ts'

/** How many papers are in memory at a time. */
const HANDFUL = 50

/**
 * A zip of PDFs, and of two tables of their figures. Each part leaves before the next is made: however many papers there
 * are, memory holds a handful of them, and whoever else asks the site waits for one drawing at most.
 */
export async function* writeArchive(db: Db, period: Period, writtenAt: Date): AsyncGenerator<Uint8Array> {
  const zip = openZip()
  const figures: PaperFigures[] = []
  for await (const paper of readPapers(db, period)) {
    // Its drawing is compressed already.
    zip.add(new ZipPassThrough(`papers/${paper.reference}.pdf`), await drawPaper(paper), paper.issuedAt)
    figures.push(readFigures(paper))
    yield* zip.take()
    await setImmediate()
  }
  zip.add(new ZipDeflate('papers.csv'), strToU8(writeFigures(figures)), writtenAt)
  zip.add(new ZipDeflate('totals.csv'), strToU8(writeTotals(figures)), writtenAt)
  zip.end()
  yield* zip.take()
}

async function* readPapers(db: Db, period: Period): AsyncGenerator<StoredPaper> {
  let last: StoredPaper | undefined
  do {
    const papers = await listPapersIn(db, period, { limit: HANDFUL, after: last })
    yield* papers
    last = papers.length === HANDFUL ? papers.at(-1) : undefined
  } while (last)
}

/** Collects what the zip writes until it is taken on. */
function openZip() {
  let parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  return {
    add(file: ZipPassThrough | ZipDeflate, content: Uint8Array, writtenAt: Date) {
      file.mtime = writtenAt
      zip.add(file)
      file.push(content, true)
    },
    end: () => zip.end(),
    take(): Uint8Array[] {
      const taken = parts
      parts = []
      return taken
    },
  }
}
