import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { factorNeeded } from '#platform/shared/step-up.ts'

export const requestEmailChange = endpoint('POST /api/account/email', {
  summary: 'Request a new email address, which takes effect when the link sent to it is opened',
  access: 'member',
  body: z.strictObject({ email: EmailAddress }),
  response: z.object({ pendingEmail: z.string() }),
  message: 'We have sent you a link. Your new address counts once you have opened it.',
  refusals: {
    // Needs the second factor, because the mailbox can remove passkeys and alone gets the warning about a lost app.
    ...factorNeeded,
    'email-taken': 'An account with this email already exists. Please choose another address.',
    'email-unchanged': 'This is your email address already.',
    'email-of-guardian': 'This is the address of your parent or guardian. Please use one of your own.',
  },
})

export const cancelEmailChange = endpoint('DELETE /api/account/email', {
  summary: 'Cancel the email change and revoke its link',
  access: 'member',
  response: z.null(),
  message: 'Your email address stays as it is.',
})

export const undoEmailChange = endpoint('POST /api/auth/email-undo', {
  summary: 'Undo an email change with the token sent to the previous address',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  /** Masked, so that a stranger who holds the link does not learn the full address. */
  response: z.object({ address: z.string() }),
  refusals: {
    'link-invalid': {
      status: 400,
      message: 'This link is not valid any more. If your account is still in other hands, please write to us at once.',
    },
    'address-taken': 'By now another account has this email address. Please write to us, and we sort it out.',
  },
})

export const verifyEmail = endpoint('POST /api/auth/verify-email', {
  summary: 'Confirm an email address with the emailed token',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1).max(100) }),
  response: z.object({
    /** Masked, so that a stranger who holds the link does not learn the full address. */
    address: z.string(),
    /** Email scanners open links before people do, so a link that was already used is not an error. */
    wasVerified: z.boolean(),
    /** True if this call changed the member's email address, with which they now log in. */
    isNew: z.boolean(),
  }),
  message: 'Your email address is confirmed.',
  refusals: {
    'link-invalid': {
      status: 400,
      message:
        'This link is not valid any more. Your account works without it. Once you are logged in, we can send you a new one.',
    },
    'address-taken': 'By now another account has this email address. Your account keeps the one it has.',
  },
})

export const resendVerification = endpoint('POST /api/auth/verify-email/link', {
  summary: 'Resend the link that confirms the email address, and revoke earlier ones',
  access: 'member',
  response: z.null(),
  message: 'We have sent you a new link. It can take a few minutes to arrive.',
  refusals: { 'email-already-verified': 'Your email address is confirmed already.' },
})
