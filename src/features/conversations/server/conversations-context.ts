import type { Context, MemberContext } from '#platform/server/context.ts'

/** Where answers to our letters are delivered, and the secret by which the mail server shows that it is ours. */
export type IncomingMail = { address: string; secret: string }

/** Undefined where incoming mail is not set up: then answers are given in the portal. */
export type MemberConversationsContext = MemberContext & { incomingMail: IncomingMail | undefined }

/** Of a mail that has come in. */
export type ReceivingContext = Context & { incomingMail: IncomingMail }
