import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import { findShownPicture, findShownPictureHash, type Picture } from './store.ts'

/**
 * A picture of somebody who is not shown looks like one that is not there.
 * @param isKnown whether the browser has the picture of this hash: then it is not read at all
 */
export async function getPicture(
  { db }: Context,
  consultantId: string,
  isKnown: (hash: string) => boolean,
): Promise<{ hash: string; picture: Picture | 'known' }> {
  const hash = z.uuid().safeParse(consultantId).success ? await findShownPictureHash(db, consultantId) : undefined
  if (hash && isKnown(hash)) return { hash, picture: 'known' }
  const picture = hash && (await findShownPicture(db, consultantId, hash))
  if (!picture) throw new HttpProblem(404, 'not-found', 'There is no picture at this address.')
  return { hash, picture }
}
