import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { findEntryOf } from './store.ts'

/** How the public knows, or would know, somebody who advises. */
export async function exportEntry(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const entry = await findEntryOf(db, memberId)
  if (!entry) return { sections: [] }
  const { display_name: name, summary, languages, services, picture, picture_type: type } = entry
  const facts = {
    name,
    title: entry.job_title,
    summary,
    languages: languages.join(', '),
    services: services.join(', '),
    publishedAt: entry.published_at,
  }
  const file = picture && type ? `consultant-picture.${type.split('/')[1]}` : undefined
  return {
    sections: [{ key: 'consultant', title: 'Your entry on our consultants page', facts }],
    ...(picture && file && { files: [{ name: file, content: picture }] }),
  }
}
