import type { Context } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { listProfiles as endpoint } from '../contract/profile.ts'
import { describeProfile } from './get-profile.ts'
import { listProfileRows } from './profile-store.ts'

export async function listProfiles({ db }: Context): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listProfileRows(db)
  return { profiles: rows.map((row) => ({ ...describeProfile(row), hasPicture: row.hasPicture })) }
}
