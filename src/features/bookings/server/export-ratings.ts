import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listRatingsOf } from './rating-store.ts'

export async function exportRatings(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const ratings = await listRatingsOf(db, memberId)
  const facts = ratings.map(({ title, heldAt, score, words, consent, ratedAt }) => ({
    session: title,
    heldAt,
    score,
    words,
    ratedAt,
    mayBePublishedSince: consent?.at ?? null,
    textAgreedTo: consent?.version ?? null,
    underTheName: consent?.shownName ?? null,
  }))
  return { sections: [{ key: 'ratings', title: 'What you said of your sessions', facts }] }
}
