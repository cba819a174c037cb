import type { TestApp } from '../start-app.ts'

/** What tells of our insides: code, statements, files, secrets. */
const telling = [
  /\bat (?:async )?[\w.<>]+ \(?(?:file:|node:|\/)/,
  /\bnode_modules\b/,
  /\b(?:select|insert into|update|delete from) "?\w+"? ?(?:from|set|where|\()/i,
  /syntax error at|violates|duplicate key|invalid input syntax|relation "|column "|out of range for type/i,
  /\/(?:work|home|root|tmp|usr|var)\/\w+/,
  /\$argon2|password_?hash|token_?hash/i,
  /\b(?:kysely|pglite|pg-boss|fastify)\b/i,
]

/** Of constraints and indexes: what a database says first when it refuses. */
export async function readInnerNames(app: Pick<TestApp, 'rows'>): Promise<RegExp> {
  const rows = await app.rows(`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace
    union select indexname from pg_indexes where schemaname = 'public'`)
  const names = rows.map(({ name }) => name as string).filter((name) => name.includes('_'))
  return new RegExp(`\\b(?:${names.join('|')})\\b`)
}

/** What an answer tells that the request did not say itself. */
export function findLeaks(text: string, inner: RegExp, request: string): string[] {
  return [...telling, inner].flatMap((pattern) => {
    const [found] = pattern.exec(text) ?? []
    return found && !request.includes(found) ? [found] : []
  })
}
