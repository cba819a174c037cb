import type { TestApp } from '../app/start-app.ts'

/** Internal details that an answer must not contain: code, SQL, files and secrets. */
const leakPatterns = [
  /\bat (?:async )?[\w.<>]+ \(?(?:file:|node:|\/)/,
  /\bnode_modules\b/,
  /\b(?:select|insert into|update|delete from) "?\w+"? ?(?:from|set|where|\()/i,
  /syntax error at|violates|duplicate key|invalid input syntax|relation "|column "|out of range for type/i,
  // Only absolute paths, because pages name their own sources as `marketing/home/web`.
  /(?<!\w)\/(?:work|home|root|tmp|usr|var)\/\w+/,
  /\$argon2|password_?hash|token_?hash/i,
  /\b(?:kysely|pglite|pg-boss|fastify)\b/i,
]

/** Names of constraints and indexes, which database errors contain. */
export async function readConstraintNames(app: Pick<TestApp, 'rows'>): Promise<RegExp> {
  const rows = await app.rows(`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace
    union select indexname from pg_indexes where schemaname = 'public'`)
  const names = rows.map(({ name }) => name as string).filter((name) => name.includes('_'))
  return new RegExp(`\\b(?:${names.join('|')})\\b`)
}

/** Internal details in a response that were not already in the request. */
export function findLeaks(text: string, constraintNames: RegExp, request: string): string[] {
  return [...leakPatterns, constraintNames].flatMap((pattern) => {
    const [leak] = pattern.exec(text) ?? []
    return leak && !request.includes(leak) ? [leak] : []
  })
}
