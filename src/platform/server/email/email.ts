/** A file attached to an email. */
export type Attachment = {
  name: string
  type: string
  content: string | Buffer
  /** The number of an issued document, which is drawn when the email is sent. Its content is empty until then. */
  document?: string
}

export function attachDocument(reference: string): Attachment {
  return { name: `${reference}.pdf`, type: 'application/pdf', content: '', document: reference }
}

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
  /** Set for emails that members can turn off. Mail programs show an unsubscribe button that posts to it (RFC 8058). */
  unsubscribeUrl?: string | undefined
}

export type NewEmail = Email & {
  id: string
  reason: string
  createdAt: Date
  expiresAt: Date | null
  isDeletedOnceSent: boolean
}
