import { letterExamples as accounts } from '#features/accounts/server/public.ts'
import { letterExamples as backOffice } from '#features/back-office/server/public.ts'
import { letterExamples as bookings } from '#features/bookings/server/public.ts'
import type { LetterExamples } from '#features/company/server/public.ts'
import { letterExamples as conversations } from '#features/conversations/server/public.ts'
import { letterExamples as deliverables } from '#features/deliverables/server/public.ts'
import { letterExamples as mails } from '#features/mails/server/public.ts'
import { letterExamples as messages } from '#features/messages/server/public.ts'
import { letterExamples as payments } from '#features/payments/server/public.ts'
import { letterExamples as purchases } from '#features/purchases/server/public.ts'

/** Every kind of letter that the product writes, by area. */
export const letterExamples: Record<string, LetterExamples> = {
  accounts,
  purchases,
  payments,
  bookings,
  deliverables,
  conversations,
  messages,
  mails,
  'back-office': backOffice,
}
