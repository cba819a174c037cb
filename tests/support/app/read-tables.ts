import type { TestApp } from './start-app.ts'

/** Every table of the site and its queues, with its rows as text, so that searches cover binary columns too. */
export async function readTables({ rows }: Pick<TestApp, 'rows'>): Promise<[table: string, text: string][]> {
  const tables = await rows(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  return Promise.all(
    tables.map(async ({ name }): Promise<[string, string]> => {
      const lines = await rows(`select t::text as line from ${name} t`)
      return [name, lines.map(({ line }) => line).join('\n')]
    }),
  )
}
