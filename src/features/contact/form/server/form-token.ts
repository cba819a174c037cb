import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import { getFormKey } from '../../server/store.ts'
import type { FormOrigin } from '../rules.ts'

/** Signs the time when the form was opened, so that the sender cannot make it look older. */
export async function createFormToken({ db, now }: Context): Promise<{ form: string }> {
  const openedAt = String(now().getTime())
  return { form: `${openedAt}.${signature(openedAt, await getFormKey(db))}` }
}

export async function readFormToken({ db }: Context, form: string | undefined): Promise<FormOrigin> {
  if (!form) return { state: 'none' }
  const [openedAt = '', signed = '', ...furtherParts] = form.split('.')
  const expected = Buffer.from(signature(openedAt, await getFormKey(db)))
  const presented = Buffer.from(signed)
  const isValid =
    furtherParts.length === 0 && presented.length === expected.length && timingSafeEqual(presented, expected)
  return isValid ? { state: 'opened', at: new Date(Number(openedAt)) } : { state: 'forged' }
}

function signature(openedAt: string, key: Buffer): string {
  return createHmac('sha256', key).update(openedAt).digest('base64url')
}
