import { eraseAccount, exportAccount } from '#features/accounts/server/public.ts'
import { eraseMemberNotes, exportMemberNotes } from '#features/back-office/server/public.ts'
import {
  eraseBookingFiles,
  eraseEarlierWishes,
  eraseRatings,
  eraseSessionNotes,
  eraseSessions,
  exportBookingFiles,
  exportCalendars,
  exportEarlierWishes,
  exportRatings,
  exportSessionNotes,
  exportSessions,
  foretellLeaving as foretellSessions,
} from '#features/bookings/server/public.ts'
import { eraseEntry, exportEntry } from '#features/consultants/server/public.ts'
import { eraseConversation, exportConversation } from '#features/conversations/server/public.ts'
import { eraseItems, exportItems } from '#features/deliverables/server/public.ts'
import { eraseNews, exportNews } from '#features/mails/server/public.ts'
import {
  eraseMessages,
  exportMessages,
  foretellLeaving as foretellComplaints,
} from '#features/messages/server/public.ts'
import { eraseNotifications, exportNotifications } from '#features/notifications/server/public.ts'
import type { PaymentProvider } from '#features/payments/server/public.ts'
import {
  closeOpenPayments,
  eraseCustomers,
  eraseGuardianRequests,
  exportGuardianRequests,
  exportPayments,
} from '#features/payments/server/public.ts'
import {
  endPurchases,
  exportPurchases,
  foretellLeaving as foretellPurchases,
} from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { eraseMails, exportMails } from '#platform/server/mail/personal-mails.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'

/** How the reasons of the mails begin that answer a form, into which anybody can type anybody's address. */
const ANSWERS_TO_FORMS = 'message:'

/**
 * Every area that holds personal data, in the order in which it is erased. Purchases come before the account: paying
 * locks them in this order too, and the other way round the two could wait for each other.
 */
export function personalDataAreas(provider: PaymentProvider, businessNow: () => Date) {
  const inBusinessTime = (context: Context): Context => ({ ...context, now: businessNow })
  return {
    purchases: {
      exportFrom: exportPurchases,
      eraseFrom: (tx, context, subject) => endPurchases(tx, inBusinessTime(context), subject),
      foretell: (db, subject) => foretellPurchases(db, subject, businessNow()),
    },
    // After the packages: nothing can be booked any more.
    bookings: {
      exportFrom: exportSessions,
      eraseFrom: (tx, context, subject) => eraseSessions(tx, inBusinessTime(context), subject),
      foretell: (db, subject) => foretellSessions(db, subject, businessNow()),
    },
    bookingFiles: { exportFrom: exportBookingFiles, eraseFrom: eraseBookingFiles },
    payments: {
      exportFrom: exportPayments,
      eraseFrom: eraseCustomers,
      settleFor: (context, subject) => closeOpenPayments({ ...inBusinessTime(context), provider }, subject),
    },
    deliverables: { exportFrom: exportItems, eraseFrom: eraseItems },
    guardians: { exportFrom: exportGuardianRequests, eraseFrom: eraseGuardianRequests },
    sessionNotes: { exportFrom: exportSessionNotes, eraseFrom: eraseSessionNotes },
    memberNotes: { exportFrom: exportMemberNotes, eraseFrom: eraseMemberNotes },
    messages: { exportFrom: exportMessages, eraseFrom: eraseMessages, foretell: foretellComplaints },
    consultants: { exportFrom: exportEntry, eraseFrom: eraseEntry },
    earlierWishes: { exportFrom: exportEarlierWishes, eraseFrom: eraseEarlierWishes },
    ratings: { exportFrom: exportRatings, eraseFrom: eraseRatings },
    importedCalendars: { exportFrom: exportCalendars, eraseFrom: async () => {} },
    // It locks the account already.
    conversations: { exportFrom: exportConversation, eraseFrom: eraseConversation },
    // After what they tell of: whoever reads it locks them in this order too.
    notifications: { exportFrom: exportNotifications, eraseFrom: eraseNotifications },
    news: { exportFrom: exportNews, eraseFrom: eraseNews },
    mails: {
      exportFrom: (db, subject) => exportMails(db, subject, ANSWERS_TO_FORMS),
      eraseFrom: (tx, context, subject) => eraseMails(tx, context, subject, ANSWERS_TO_FORMS),
    },
    accounts: { exportFrom: exportAccount, eraseFrom: eraseAccount },
  } satisfies PersonalDataAreas
}
