import type { MemberContext } from '#platform/server/context.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { requirePaper } from './require-paper.ts'
import { writeDocumentText } from './write-document-text.ts'

export async function getDocumentText(context: MemberContext, reference: string): Promise<FileAnswer> {
  const paper = await requirePaper(context, reference)
  return { name: `${paper.reference}.txt`, content: new Blob([writeDocumentText(paper)]) }
}
