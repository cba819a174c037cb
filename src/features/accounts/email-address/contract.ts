import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { factorNeeded } from '#platform/shared/step-up.ts'

export const requestEmailChange = endpoint('POST /api/account/email', {
  summary: 'Request a new email address, which takes effect when the link sent to it is opened',
  access: 'member',
  body: z.strictObject({ email: EmailAddress }),
  response: z.object({ pendingEmail: z.string() }),
  message: 'We’ve sent a link to your new address. Open it to make the change.',
  refusals: {
    // Requires the second factor, because whoever controls the mailbox can remove passkeys, and a warning before a lost
    // app is removed goes only to the mailbox.
    ...factorNeeded,
    'email-taken': 'An account with this email already exists. Use another address.',
    'email-unchanged': 'This is already your email address.',
    'email-of-guardian': 'This is your parent or guardian’s address. Use your own.',
  },
})

export const cancelEmailChange = endpoint('DELETE /api/account/email', {
  summary: 'Cancel the email change and revoke its link',
  access: 'member',
  response: z.null(),
  message: 'Change cancelled. Your email address stays the same.',
})

export const undoEmailChange = endpoint('POST /api/auth/email-undo', {
  summary: 'Undo an email change using the token sent to the previous address',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  /** Masked, so that a stranger who holds the link does not learn the full address. */
  response: z.object({ address: z.string() }),
  refusals: {
    'link-invalid': {
      status: 400,
      message:
        'This link is no longer valid. If someone else still has access to your account, contact us straight away.',
    },
    'address-taken': 'Another account now uses this email address. Contact us and we’ll sort it out.',
  },
})

export const verifyEmail = endpoint('POST /api/auth/verify-email', {
  summary: 'Confirm an email address using the emailed token',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  response: z.object({
    /** Masked, so that a stranger who holds the link does not learn the full address. */
    address: z.string(),
    /** Email scanners open links before people do, so a link that was already used is not an error. */
    wasVerified: z.boolean(),
    /** True if this call changed the member's email address. They now log in with the new one. */
    isNew: z.boolean(),
  }),
  message: 'Your email address is confirmed.',
  refusals: {
    'link-invalid': {
      status: 400,
      message: 'This link is no longer valid. Log in to get a new one. You can use your account in the meantime.',
    },
    'address-taken': 'Another account now uses this email address. Your account will keep its current one.',
  },
})

export const resendVerification = endpoint('POST /api/auth/verify-email/link', {
  summary: 'Resend the link that confirms the email address, and revoke earlier ones',
  access: 'member',
  response: z.null(),
  message: 'We’ve sent you a new link. It can take a few minutes to arrive.',
  refusals: { 'email-already-verified': 'Your email address is already confirmed.' },
})
