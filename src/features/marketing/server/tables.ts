// Makes this file a module: without one, the declaration would replace the other module instead of adding to it.
export {}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    content_version: {
      id: boolean
      version: number
    }
  }
}
