import type { Context } from '#platform/server/context.ts'
import type { Story } from '../contract.ts'
import { findStories } from './store.ts'

export async function listStories({ db }: Context): Promise<Story[]> {
  return findStories(db)
}
