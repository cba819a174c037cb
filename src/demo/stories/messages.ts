import { randomUUID } from 'node:crypto'
import { sendComplaint, sendMessage as sendVisitorMessage } from '#features/contact/form/contract.ts'
import {
  answerMember,
  getMemberConversation,
  listConversations,
  sendMessage,
} from '#features/conversations/messages/contract.ts'
import { createActor } from '../accounts.ts'
import type { Actor } from '../api-client.ts'
import { daysAgo, type Step, type Story } from '../story.ts'

/** Visitors without an account send questions, a complaint and spam. */
export function visitorMessages(): Story {
  return {
    person: null,
    shows: 'messages from visitors: two questions, a complaint and one marked as spam',
    steps: [
      visitorMessage(6, {
        name: 'Ruth Okoro',
        email: 'ruth.okoro@visitor.example',
        message: 'My daughter finishes school in June. Would MY FUTURE WEEK be too early for her?',
      }),
      visitorMessage(5, {
        name: 'Best Offers',
        email: 'offers@visitor.example',
        message: 'Thousands of followers for your page!',
        subject: 'Followers',
      }),
      daysAgo(3, async ({ site }) => {
        const complaint = {
          name: 'Peter Lang',
          email: 'peter.lang@visitor.example',
          topic: 'accessibility' as const,
          message: 'With my screen reader I could not tell which day of the calendar was chosen.',
        }
        await createActor(site, { email: complaint.email, password: '' }).call(sendComplaint, { body: complaint })
      }),
      visitorMessage(0.6, {
        name: 'Tara Singh',
        email: 'tara.singh@visitor.example',
        message: 'Do you also work with charities? We have three shops and no marketing budget to speak of.',
      }),
    ],
  }
}

type VisitorMessage = { name: string; email: string; message: string; subject?: string }

function visitorMessage(days: number, message: VisitorMessage): Step {
  return daysAgo(days, async ({ site }) => {
    await createActor(site, { email: message.email, password: '' }).call(sendVisitorMessage, { body: message })
  })
}

export async function writeMessage(member: Actor, text: string): Promise<void> {
  await member.call(sendMessage, { body: { id: randomUUID(), text } })
}

export async function answerMessage(administrator: Actor, member: Actor, text: string): Promise<void> {
  const { items } = await administrator.call(listConversations, { query: { search: member.email } })
  const memberId = items[0]?.member.id ?? ''
  const params = { memberId }
  const conversation = await administrator.call(getMemberConversation, { params, query: {} })
  const seenUntil = conversation.items[0]?.writtenAt ?? null
  await administrator.call(answerMember, { params, body: { id: randomUUID(), text, seenUntil } })
}
