/** A file attached to an email. */
export type Attachment = { name: string; type: string; content: string | Buffer }

export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Shown after the subject in a list of emails. Part of the HTML. */
  preview?: string
  /** The reply address, if it is not ours. */
  replyTo?: string | undefined
  attachments?: Attachment[] | undefined
  /** Numbers of issued documents, which are drawn and attached when the email is sent. */
  documents?: string[] | undefined
  /** Set for newsletters. Mail programs show an unsubscribe button that posts to it (RFC 8058). */
  unsubscribeUrl?: string | undefined
  /** The same for other emails that members can turn off. */
  optOutUrl?: string | undefined
}

export type NewEmail = Email & {
  id: string
  reason: string
  createdAt: Date
  expiresAt: Date | null
  isDeletedOnceSent: boolean
}
