export {}

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    conversationMessage: {
      author: 'member' | 'company'
      channel: 'portal' | 'mail'
    }
  }
}
