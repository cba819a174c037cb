import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Guide, GuideSummary } from '../contract.ts'
import { oldestCheck, readingMinutes } from '../rules.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { findShownGuide, type GuideRow, listShownGuides } from './store.ts'

export async function listGuides({ db }: Pick<Context, 'db'>): Promise<GuideSummary[]> {
  const guides = await listShownGuides(db)
  return guides.map(showSummary)
}

export async function getGuide({ db }: Pick<Context, 'db'>, slug: string): Promise<Guide> {
  const guide = await findShownGuide(db, slug)
  if (!guide) throw new Refused('guide-not-found')
  const { body, sources } = guide
  return { ...showSummary(guide), blocks: parseMarkdown(body), sources, factsCheckedOn: oldestCheck(sources) }
}

function showSummary({ words, publishedAt, updatedAt, ...guide }: GuideRow): GuideSummary {
  return {
    ...guide,
    readingMinutes: readingMinutes(words),
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
