/** A text file attached to an email. All other files are downloaded from the site. */
export type Attachment = { name: string; type: string; content: string }

export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** The reply address, if it is not ours. */
  replyTo?: string | undefined
  attachments?: Attachment[] | undefined
  /** Set for marketing emails. Mail programs show an unsubscribe button that posts to it (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

export type NewEmail = Email & {
  id: string
  reason: string
  createdAt: Date
  expiresAt: Date | null
  isDeletedOnceSent: boolean
}
