import type { Deliverable } from '#features/deliverables/contract.ts'
import type { Member, TestApp } from '../app/start-app.ts'
import { insertConsultant } from './consultants.ts'
import { pdf, uploadFile } from './files.ts'
import { buy } from './refunds.ts'

/** A logged-in consultant who makes deliverables and has no availability for sessions. */
export async function givenDeliverableConsultant(app: TestApp, services = ['MY_FUTURE', 'BIZ_FUTURE']) {
  const { id: consultantId, accountId } = await insertConsultant(app, { services })
  const [{ email }] = await app.rows('select email from account where id = $1', accountId)
  return { ...(await app.returning({ id: accountId })), consultantId, email: email as string }
}

/** A member with a package, and the deliverables on one of its lines, in order. */
export async function givenItems(
  app: TestApp,
  {
    packageId = 'biz-future-basic',
    lineKey = 'posts',
    member,
  }: { packageId?: string; lineKey?: string; member?: Member } = {},
) {
  const purchase = await buy(app, { packageId, ...(member && { member }) })
  const { body } = await purchase.member.get('/api/deliverables?limit=100')
  const items = (body.data.items as Deliverable[]).filter((item) => item.lineKey === lineKey)
  const [first] = items
  if (!first) throw new Error(`${packageId} promises no ${lineKey}`)
  return { ...purchase, purchaseId: purchase.id, items, item: first }
}

export const workPath = ({ id }: Pick<Deliverable, 'id'>, rest = '') => `/api/consultant/deliverables/${id}${rest}`
export const itemPath = ({ id }: Pick<Deliverable, 'id'>, rest = '') => `/api/deliverables/${id}${rest}`

/** A deliverable with a consultant and a first version that the member has not seen. */
export async function givenDraftedItem(app: TestApp, options: Parameters<typeof givenItems>[1] = {}) {
  const purchase = await givenItems(app, options)
  const consultant = await givenDeliverableConsultant(app)
  await consultant.post(workPath(purchase.item, '/assignment'))
  await uploadFile(consultant, workPath(purchase.item, '/versions/file'), pdf)
  return { ...purchase, consultant }
}

/** A deliverable that is waiting for the member's approval. */
export async function givenItemAwaitingApproval(app: TestApp, options: Parameters<typeof givenItems>[1] = {}) {
  const drafted = await givenDraftedItem(app, options)
  await drafted.consultant.post(workPath(drafted.item, '/approval-request'))
  return drafted
}
