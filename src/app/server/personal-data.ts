import { personalData as accounts } from '#features/accounts/server/public.ts'
import { personalData as backOffice } from '#features/back-office/server/public.ts'
import { personalData as bookings } from '#features/bookings/server/public.ts'
import { personalData as consultants } from '#features/consultants/server/public.ts'
import { personalData as contact } from '#features/contact/server/public.ts'
import { personalData as conversations } from '#features/conversations/server/public.ts'
import { personalData as deliverables } from '#features/deliverables/server/public.ts'
import { personalData as emails } from '#features/emails/server/public.ts'
import { personalData as notifications } from '#features/notifications/server/public.ts'
import { type PaymentProvider, personalData as payments } from '#features/payments/server/public.ts'
import { personalData as purchases } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { personalEmails } from '#platform/server/email/personal-data.ts'
import type { PersonalDataArea, PersonalDataAreas } from '#platform/server/personal-data.ts'

/**
 * The reasons given in emails that reply to a form begin with this. Anyone can enter another person's address in a
 * form.
 */
const FORM_EMAIL_PREFIX = 'message:'

type AreaContext = Context & { provider: PaymentProvider }

/**
 * Areas in the order in which they are erased. Purchases come before the account, because payments lock them in this
 * order and the reverse could cause a deadlock.
 */
const areasInOrder = {
  ...purchases,
  // Bookings come after packages, because no new booking can be made once the packages are erased.
  bookings: bookings.bookings,
  bookingFiles: bookings.bookingFiles,
  payments: payments.payments,
  ...deliverables,
  guardians: payments.guardians,
  sessionNotes: bookings.sessionNotes,
  ...backOffice,
  ...contact,
  ...consultants,
  earlierWishes: bookings.earlierWishes,
  ratings: bookings.ratings,
  importedCalendars: bookings.importedCalendars,
  // Erasing conversations locks the account.
  ...conversations,
  // Notifications come after the data they refer to, because readers lock them in this order too.
  ...notifications,
  ...emails,
  mails: personalEmails(FORM_EMAIL_PREFIX),
  ...accounts,
} satisfies PersonalDataAreas<AreaContext> & Record<keyof typeof bookings | keyof typeof payments, unknown>

/** Gives each area the provider and the clock that it needs. */
export function personalDataAreas(provider: PaymentProvider, businessNow: () => Date): PersonalDataAreas {
  const connect = (area: PersonalDataArea<AreaContext>): PersonalDataArea => {
    const withClock = (context: Context) => (area.clock === 'business' ? { ...context, now: businessNow } : context)
    return {
      export: area.export,
      exportElsewhere: async (context, subject) =>
        (await area.exportElsewhere?.({ ...withClock(context), provider }, subject)) ?? [],
      erase: (tx, context, subject) => area.erase(tx, withClock(context), subject),
      prepareErasure: async (context, subject) => area.prepareErasure?.({ ...withClock(context), provider }, subject),
      preview: async (db, subject, now) =>
        (await area.preview?.(db, subject, area.clock === 'business' ? businessNow() : now)) ?? {},
    }
  }
  return Object.fromEntries(Object.entries(areasInOrder).map(([name, area]) => [name, connect(area)]))
}
