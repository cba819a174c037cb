// Makes this file a module: without one, the declaration would replace the other module instead of adding to it.
export {}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    mail: {
      id: string
      reason: string
      recipient: string
      subject: string
      text_body: string
      html_body: string
      reply_to: string | null
      created_at: Date
      sent_at: Date | null
      expires_at: Date | null
    }
  }
}
