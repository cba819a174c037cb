import type { Context } from '#platform/server/context.ts'
import type { Consultant } from '../contract.ts'
import { languageName, picturePath } from '../rules.ts'
import { findShownConsultants } from './store.ts'

export async function listConsultants({ db }: Context): Promise<Consultant[]> {
  const rows = await findShownConsultants(db)
  return rows.map(({ id, display_name, job_title, languages, picture_hash, summary, services }) => ({
    id,
    displayName: display_name,
    jobTitle: job_title,
    languages: languages.map((code) => ({ code, name: languageName(code) })),
    summary,
    services,
    picture: picturePath(id, picture_hash ?? ''),
  }))
}
