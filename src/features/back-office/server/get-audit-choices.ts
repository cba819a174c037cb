import { listActors, listDistinct } from '#platform/server/audit/store.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { getAuditChoices as endpoint } from '../contract/audit.ts'

export async function getAuditChoices({ db }: MemberContext): Promise<ResponseOf<typeof endpoint>> {
  const [actors, kinds, actions] = await Promise.all([
    listActors(db),
    listDistinct(db, 'object_kind'),
    listDistinct(db, 'action'),
  ])
  return { actors, kinds, actions }
}
