import { emailPreviews as accounts } from '#features/accounts/server/public.ts'
import { emailPreviews as backOffice } from '#features/back-office/server/public.ts'
import { emailPreviews as bookings } from '#features/bookings/server/public.ts'
import type { EmailPreviews } from '#features/company/server/public.ts'
import { emailPreviews as contact } from '#features/contact/server/public.ts'
import { emailPreviews as conversations } from '#features/conversations/server/public.ts'
import { emailPreviews as deliverables } from '#features/deliverables/server/public.ts'
import { emailPreviews as emails } from '#features/emails/server/public.ts'
import { emailPreviews as payments } from '#features/payments/server/public.ts'
import { emailPreviews as purchases } from '#features/purchases/server/public.ts'

/** Every kind of email the site sends, grouped by area. */
export const emailPreviews: Record<string, EmailPreviews> = {
  accounts,
  purchases,
  payments,
  bookings,
  deliverables,
  conversations,
  contact,
  emails,
  'back-office': backOffice,
}
