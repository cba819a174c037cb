import type { MemberId } from '#platform/shared/actor.ts'
import type { Currency } from '../shared/money.ts'
import type { Context } from './context.ts'
import type { Db } from './db/tables.ts'

/** A person whose data is exported or erased. */
export type DataSubject = {
  memberId: MemberId
  email: string
  /** An unverified address may belong to another person, so messages sent from it are not this person's data. */
  isEmailVerified: boolean
  /** Emails sent to these addresses before this date went to their previous owner. */
  openedAt: Date
  /** Every address that we wrote to because of this person, including former addresses or a guardian's. */
  addresses: string[]
}

type Money = { amount: number; currency: Currency }

/** The values in an export. Dates and money are formatted for readers later. */
export type Fact = string | number | boolean | Date | Money | null
export type Facts = Record<string, Fact>

export type DataSection = {
  /** A machine-readable name. */
  key: string
  title: string
  /** One record or a list of similar records. */
  facts: Facts | Facts[]
}

export type PersonalData = { sections: DataSection[]; files?: { name: string; content: Uint8Array }[] }

/** What an erasure ends or cancels, and the data that is kept. */
export type Consequences = {
  ends?: { title: string; endsAt: Date }[]
  /** The number of booked sessions to be cancelled. */
  cancels?: number
  keeps?: { kind: 'invoices' | 'complaints' | 'cancellations'; count: number; until: Date }[]
}

/**
 * Export and erasure of one kind of personal data. Each area lists its kinds in `personal-data.ts`, and the app
 * combines them, because no area knows all of them.
 */
export type PersonalDataArea<Needs = Context> = {
  /** Set if the area uses the business clock instead of real time. */
  clock?: 'business'
  export: (db: Db, subject: DataSubject, context: Pick<Context, 'dataKeys'>) => Promise<PersonalData>
  /** Collects what another company holds for us, outside any transaction. */
  exportElsewhere?: (context: Needs, subject: DataSubject) => Promise<DataSection[]>
  /** Deletes what no law requires us to keep, in the erasure's transaction. Repeating it changes nothing. */
  erase: (tx: Db, context: Context, subject: DataSubject) => Promise<void>
  /** Runs first, outside any transaction, to settle things elsewhere. @throws Refused if that is not possible yet */
  prepareErasure?: (context: Needs, subject: DataSubject) => Promise<void>
  preview?: (db: Db, subject: DataSubject, now: Date) => Promise<Consequences>
}

/** Areas by name, in the order of erasure. */
export type PersonalDataAreas<Needs = Context> = Readonly<Record<string, PersonalDataArea<Needs>>>
