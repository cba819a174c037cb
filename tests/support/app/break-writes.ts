import type { TestApp } from './start-app.ts'

/** Makes a table refuse any row `new` that meets the condition, until the result is disposed of. */
export async function breakWrites(app: Pick<TestApp, 'rows'>, table: string, condition: string) {
  await app.rows(`create function refuse_write() returns trigger language plpgsql as
    $$ begin if ${condition} then raise 'broken by a test'; end if; return new; end $$`)
  await app.rows(
    `create trigger broken before insert or update on ${table} for each row execute function refuse_write()`,
  )
  return {
    [Symbol.asyncDispose]: async () => void (await app.rows('drop function refuse_write() cascade')),
  }
}
