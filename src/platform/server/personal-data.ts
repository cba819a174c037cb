import type { MemberId } from '#platform/shared/actor.ts'
import type { Context } from './context.ts'
import type { Db } from './db/tables.ts'

/** Somebody whose personal data is asked for or erased. */
export type DataSubject = {
  memberId: MemberId
  email: string
  /** Until then the address is only what somebody typed: what strangers wrote from it is not theirs. */
  isEmailVerified: boolean
  /** What was written to one of the addresses before, was written to somebody else. */
  openedAt: Date
  /** Every address that we wrote to because of them: former ones, a guardian's. None of another account. */
  addresses: string[]
}

type Money = { amount: number; currency: 'GBP' | 'USD' }

/** What a file of personal data can say: moments and money are written in words where people read them. */
export type Fact = string | number | boolean | Date | Money | null
export type Facts = Record<string, Fact>

export type DataSection = {
  /** Its name for machines. */
  key: string
  title: string
  /** One thing, or any number of the same kind. */
  facts: Facts | Facts[]
}

export type PersonalData = { sections: DataSection[]; files?: { name: string; content: Uint8Array }[] }

/** What erasing ends, and what is kept although it is about the person. */
export type Consequences = {
  ends?: { title: string; endsAt: Date }[]
  /** How many sessions that are booked are cancelled. */
  cancels?: number
  keeps?: { kind: 'invoices' | 'complaints'; count: number; until: Date }[]
}

/** What an area that holds personal data can do with it. The app joins them: none of them knows all. */
type PersonalDataArea = {
  exportFrom: (db: Db, subject: DataSubject) => Promise<PersonalData>
  /** Everything of theirs that no law keeps, in the transaction of leaving. Asking again changes nothing. */
  eraseFrom: (tx: Db, context: Context, subject: DataSubject) => Promise<void>
  /** Before, outside of any transaction: what has to be settled elsewhere. @throws Refused where it cannot be yet */
  settleFor?: (context: Context, subject: DataSubject) => Promise<void>
  foretell?: (db: Db, subject: DataSubject, now: Date) => Promise<Consequences>
}

/** By the name of the area; in the order of the table they erase. */
export type PersonalDataAreas = Readonly<Record<string, PersonalDataArea>>
