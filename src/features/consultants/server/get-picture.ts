import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import { findShownPicture, type Picture } from './store.ts'

/** A picture of somebody who is not shown looks like one that is not there. */
export async function getPicture({ db }: Context, consultantId: string): Promise<Picture> {
  const picture = z.uuid().safeParse(consultantId).success ? await findShownPicture(db, consultantId) : undefined
  if (!picture) throw new HttpProblem(404, 'not-found', 'There is no picture at this address.')
  return picture
}
