import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateSchema, schemaFile } from '../../scripts/release/generate-schema.ts'

test('the table types are up to date (run node scripts/release/generate-schema.ts if not)', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await generateSchema())
})
