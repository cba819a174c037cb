import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { CallFailed } from '#platform/web/request.ts'
import { listProgress, type PackageProgress } from '../contract.ts'

/** What a page cannot be shown without. */
export async function load<E extends Endpoint>(...wanted: Parameters<typeof attempt<E>>): Promise<ResponseOf<E>> {
  const ending = await attempt<E>(...wanted)
  if (ending.state === 'failed') throw new CallFailed(0, ending.reason ?? 'failed', ending.message)
  return ending.value
}

export async function fetchProgress(): Promise<PackageProgress[]> {
  const answer = await call(listProgress)
  if (answer.refused) throw new Error(answer.message)
  return answer.value
}

/** Of a package as the portal lists it: the months of a subscription are one. */
export function progressOf(
  owned: { id: string; subscription: { id: string } | null },
  progress: PackageProgress[],
): PackageProgress | undefined {
  return progress.find(({ id }) => id === (owned.subscription?.id ?? owned.id))
}
