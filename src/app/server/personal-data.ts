import { eraseAccount, exportAccount } from '#features/accounts/server/public.ts'
import { eraseEntry, exportEntry } from '#features/consultants/server/public.ts'
import {
  eraseMessages,
  exportMessages,
  foretellLeaving as foretellComplaints,
} from '#features/messages/server/public.ts'
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
import { eraseMails, exportMails } from '#platform/server/mail/personal-mails.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'

/** How the reasons of the mails begin that answer a form, into which anybody can type anybody's address. */
const ANSWERS_TO_FORMS = 'message:'

/**
 * Every area that holds personal data, in the order in which it is erased. Purchases come before the account: paying
 * locks them in this order too, and the other way round the two could wait for each other.
 */
export function personalDataAreas(provider: PaymentProvider) {
  return {
    purchases: { exportFrom: exportPurchases, eraseFrom: endPurchases, foretell: foretellPurchases },
    payments: {
      exportFrom: exportPayments,
      eraseFrom: eraseCustomers,
      settleFor: (context, subject) => closeOpenPayments({ ...context, provider }, subject),
    },
    guardians: { exportFrom: exportGuardianRequests, eraseFrom: eraseGuardianRequests },
    messages: { exportFrom: exportMessages, eraseFrom: eraseMessages, foretell: foretellComplaints },
    consultants: { exportFrom: exportEntry, eraseFrom: eraseEntry },
    mails: {
      exportFrom: (db, subject) => exportMails(db, subject, ANSWERS_TO_FORMS),
      eraseFrom: (tx, context, subject) => eraseMails(tx, context, subject, ANSWERS_TO_FORMS),
    },
    accounts: { exportFrom: exportAccount, eraseFrom: eraseAccount },
  } satisfies PersonalDataAreas
}
