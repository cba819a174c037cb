import type { Item } from '#features/deliverables/contract.ts'
import { insertConsultant } from './consultants.ts'
import { pdf, uploadFile } from './files.ts'
import { buy } from './returns.ts'
import type { Member, TestApp } from './start-app.ts'

/** A consultant who makes deliverables and is logged in; they hold no sessions. */
export async function givenMaker(app: TestApp, services = ['MY_FUTURE', 'BIZ_FUTURE']) {
  const { id: consultantId, accountId } = await insertConsultant(app, { services })
  const [{ email }] = await app.rows('select email from account where id = $1', accountId)
  return { ...(await app.returning({ id: accountId })), consultantId, email: email as string }
}

/** Somebody with a package, and what is made for them of one kind, in order. */
export async function givenItems(
  app: TestApp,
  {
    packageId = 'biz-future-basic',
    lineKey = 'posts',
    member,
  }: { packageId?: string; lineKey?: string; member?: Member } = {},
) {
  const bought = await buy(app, { packageId, ...(member && { member }) })
  const { body } = await bought.member.get('/api/deliverables?limit=100')
  const items = (body.data.items as Item[]).filter((item) => item.lineKey === lineKey)
  const [first] = items
  if (!first) throw new Error(`${packageId} promises no ${lineKey}`)
  return { ...bought, purchaseId: bought.id, items, item: first }
}

export const workPath = ({ id }: Pick<Item, 'id'>, rest = '') => `/api/consultant/deliverables/${id}${rest}`
export const itemPath = ({ id }: Pick<Item, 'id'>, rest = '') => `/api/deliverables/${id}${rest}`

/** An item that somebody has taken on, with a first version that the member has not seen. */
export async function givenMade(app: TestApp, given: Parameters<typeof givenItems>[1] = {}) {
  const bought = await givenItems(app, given)
  const consultant = await givenMaker(app)
  await consultant.post(workPath(bought.item, '/assignment'))
  await uploadFile(consultant, workPath(bought.item, '/versions/file'), pdf)
  return { ...bought, consultant }
}

/** An item about which the member is asked. */
export async function givenAsked(app: TestApp, given: Parameters<typeof givenItems>[1] = {}) {
  const made = await givenMade(app, given)
  await made.consultant.post(workPath(made.item, '/approval-request'))
  return made
}
