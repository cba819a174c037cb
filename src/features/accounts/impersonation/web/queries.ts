import { endImpersonation, type Impersonation } from '#platform/web/impersonation.ts'
import { request } from '#platform/web/request.ts'
import { readLoginToken } from '#platform/web/session.ts'
import { stopImpersonation } from '../contract.ts'

/** Stops the impersonation in this tab, then ends it on the server with the administrator's own token. */
export async function exitImpersonation({ id: impersonationId }: Impersonation): Promise<void> {
  endImpersonation()
  await request(stopImpersonation, { params: { impersonationId } }, { token: readLoginToken() }).catch(() => undefined)
}
