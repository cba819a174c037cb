import type { MemberContext } from '#platform/server/context.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { drawPaper } from './draw-paper.ts'
import { requirePaper } from './require-paper.ts'

export async function getDocumentPdf(context: MemberContext, reference: string): Promise<FileAnswer> {
  const paper = await requirePaper(context, reference)
  const pdf = await drawPaper(paper)
  return { name: `${paper.reference}.pdf`, content: new Blob([new Uint8Array(pdf)]) }
}
