import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateSchema, schemaFile } from '../../scripts/release/generate-schema.ts'

test('the types of the tables are up to date: node scripts/release/generate-schema.ts writes them', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await generateSchema())
})
