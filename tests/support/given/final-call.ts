import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { TestApp } from '../app/start-app.ts'
import { buy } from './refunds.ts'

/** A member with MY FUTURE WEEK, and its final call of 20 minutes. */
export async function givenFinalCall(app: TestApp) {
  const { member } = await buy(app)
  const lines = await listSessionLines(app.context.db, member.id as MemberId, app.clock.now())
  const line = lines.find(({ lineKey }) => lineKey === 'final-call') as SessionLine
  return { line, booked: { memberId: member.id, entitlementId: line.entitlementId, minutes: 20 } }
}

/** A UTC time, so many days after another moment. */
export function momentAfter(moment: Date, days: number, time: string): Date {
  const day = new Date(moment.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return new Date(`${day}T${time}:00Z`)
}

export const nineToTen = { timeZone: 'UTC', weeklyHours: [['09:00', '10:00']] } as const
