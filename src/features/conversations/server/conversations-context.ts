import type { Context, MemberContext } from '#platform/server/context.ts'

export type IncomingMail = {
  /** Where answers to our letters are delivered. */
  address: string
  /** By which the mail server shows that it is ours. */
  secret: string
  /** Whom our letters are from, as MAIL_FROM says it. */
  sender: string | undefined
}

/** Undefined where incoming mail is not set up: then answers are given in the portal. */
export type MemberConversationsContext = MemberContext & { incomingMail: IncomingMail | undefined }

/** Of a mail that has come in. */
export type ReceivingContext = Context & { incomingMail: IncomingMail }
