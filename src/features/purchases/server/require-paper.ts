import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isStorable } from '#platform/shared/text.ts'
import { findPaperOf } from './paper-store.ts'
import type { Paper } from './word-document.ts'

/** The member's own paper. Somebody else's looks like one that is not there. */
export async function requirePaper({ db, actor }: MemberContext, reference: string): Promise<Paper> {
  const paper = isStorable(reference) ? await findPaperOf(db, actor.memberId, reference) : undefined
  if (!paper) throw new Refused('document-not-found')
  return paper
}
