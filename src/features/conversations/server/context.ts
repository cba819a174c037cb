import type { Context, MemberContext } from '#platform/server/context.ts'

export type IncomingEmailSettings = {
  /** Mailbox that receives replies to our emails. */
  address: string
  /** Shared secret that authenticates the mail server. */
  secret: string
  /** Sender of our emails, as set in EMAIL_FROM. */
  sender: string | undefined
}

/** `incomingEmail` is undefined if incoming email is not set up. Members can then reply only in the portal. */
export type MemberConversationsContext = MemberContext & { incomingEmail: IncomingEmailSettings | undefined }

/** Context for handling an incoming email. */
export type ReceivingContext = Context & { incomingEmail: IncomingEmailSettings }
