import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { deleteProfileByAccount, findProfileByAccount } from './store.ts'

export const personalData = {
  consultants: { export: exportConsultantProfile, erase: eraseConsultantProfile },
} satisfies PersonalDataAreas

/** Applies to former consultants. The accounts of current staff are closed by an administrator. */
async function eraseConsultantProfile(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteProfileByAccount(tx, memberId)
}

/** Exports the member's profile as a consultant, published or not. */
async function exportConsultantProfile(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const entry = await findProfileByAccount(db, memberId)
  if (!entry) return { sections: [] }
  const { displayName: name, summary, languages, services, picture, pictureType: type } = entry
  const facts = {
    name,
    title: entry.jobTitle,
    summary,
    languages: languages.join(', '),
    services: services.join(', '),
    publishedAt: entry.publishedAt,
  }
  const file = picture && type ? `consultant-picture.${type.split('/')[1]}` : undefined
  return {
    sections: [{ key: 'consultant', title: 'Your profile on our consultants page', facts }],
    ...(picture && file && { files: [{ name: file, content: picture }] }),
  }
}
