import type { MemberContext } from '#platform/server/context.ts'
import type { CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { listProfiles as endpoint } from '../contract/profile.ts'
import { listProfiles } from './list-profiles.ts'

export async function downloadProfiles(context: MemberContext): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'profiles',
    columns,
    readPage: async () => ({ items: (await listProfiles(context)).profiles, nextCursor: null }),
  })
}

const columns: CsvColumns<ResponseOf<typeof endpoint>['profiles'][number]> = {
  Name: ({ displayName }) => displayName,
  'Name of the account': ({ accountName }) => accountName,
  Title: ({ jobTitle }) => jobTitle,
  Languages: ({ languages }) => languages.join(', '),
  Services: ({ services }) => services.join(', '),
  Place: ({ position }) => position,
  Shown: ({ isShown }) => isShown,
  'Has a picture': ({ hasPicture }) => hasPicture,
  'May log in': ({ isDisabled }) => !isDisabled,
}
