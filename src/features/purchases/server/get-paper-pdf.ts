import type { MemberContext } from '#platform/server/context.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isStorable } from '#platform/shared/text.ts'
import { drawPaper } from './draw-paper.ts'
import { findPaper } from './paper-store.ts'

/** For staff: anybody's. */
export async function getPaperPdf({ db }: MemberContext, reference: string): Promise<FileAnswer> {
  const paper = isStorable(reference) ? await findPaper(db, reference) : undefined
  if (!paper) throw new Refused('document-not-found')
  const pdf = await drawPaper(paper)
  return { name: `${paper.reference}.pdf`, content: new Blob([new Uint8Array(pdf)]) }
}
