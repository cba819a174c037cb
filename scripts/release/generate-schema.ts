import { writeFile } from 'node:fs/promises'
import { generate, PostgresDialect } from 'kysely-codegen'
import { migrate } from '../../src/platform/server/db/migrate.ts'
import { openDatabase } from '../../src/platform/server/db/open-database.ts'

export const schemaFile = new URL('../../src/platform/server/db/schema.ts', import.meta.url)

/** The types of every table after all migrations. Columns that hold less than their SQL type: `tables.ts` of each area. */
export async function generateSchema(): Promise<string> {
  const database = await openDatabase({ memory: 'empty' })
  try {
    await migrate(database.pool)
    return await generate({
      db: database.db,
      // Select dates as text, since the driver would make them moments.
      dialect: new PostgresDialect({ dateParser: 'string' }),
      camelCase: true,
      typeMapping: { timestamptz: 'Date', int8: 'number', numeric: 'string', jsonb: 'unknown' },
      typeOnlyImports: true,
      outFile: null,
    })
  } finally {
    await database.close()
  }
}

if (import.meta.main) await writeFile(schemaFile, await generateSchema())
