import * as work from '#features/deliverables/contract/work.ts'
import * as deliverables from '#features/deliverables/contract.ts'
import type { Actor } from './act-as.ts'
import type { Consultant } from './publish-consultant.ts'
import { writeReport } from './write-report.ts'

type Which = { lineKey: string; number?: number }

/** How far a consultant comes with a deliverable. */
type Stop = 'taken' | 'asked' | 'changes-asked' | 'approved' | 'delivered'

/** Takes a deliverable of a member on and brings it as far as asked for, with answers of the member on the way. */
export async function makeItem(
  consultant: Consultant,
  member: Actor,
  { lineKey, number = 1 }: Which,
  until: Stop,
): Promise<void> {
  const { items } = await member.ask(deliverables.listItems, { query: { limit: 100 } })
  const item = items.find((known) => known.lineKey === lineKey && known.number === number && isOpen(known))
  if (!item) throw new Error(`${member.email} is promised no ${lineKey} ${number}`)
  const params = { itemId: item.id }
  await consultant.ask(work.takeItem, { params })
  if (until === 'taken') return
  const name = `${lineKey}-${number}.pdf`
  await consultant.upload(work.addVersionFile, { params, query: { name } }, writeReport(`${item.title}, no. ${number}`))
  if (until === 'delivered') {
    await consultant.ask(work.deliverItem, { params })
    return
  }
  await consultant.ask(work.askForApproval, { params })
  if (until === 'approved') await member.ask(deliverables.approveItem, { params, body: { version: 1 } })
  if (until !== 'changes-asked') return
  const text = 'This is close. Could the second half be shorter, and in the colours of our logo?'
  await member.ask(deliverables.askForChanges, { params, body: { version: 1, text } })
  await consultant.ask(work.answerComment, { params, body: { text: 'Of course. You have it by Friday.' } })
}

function isOpen({ state }: { state: string }): boolean {
  return state === 'planned' || state === 'in_progress'
}
