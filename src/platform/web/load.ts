import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from './attempt.ts'
import { CallFailed } from './request.ts'

/** What a page is made of. Whatever stands in the way of it, its boundary says in words. */
export async function load<E extends Endpoint>(...wanted: Parameters<typeof attempt<E>>): Promise<ResponseOf<E>> {
  const ending = await attempt<E>(...wanted)
  if (ending.state === 'failed') {
    // Of a page the person has typed nothing but its address.
    const message = ending.reason === 'invalid-input' ? 'There is nothing at this address.' : ending.message
    throw new CallFailed(0, ending.reason ?? 'failed', message)
  }
  return ending.value
}
