import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSite } from '#app/bundling/build-site.ts'
import { environmentNames } from '../support/app/environment-names.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'

/** S12 in docs/promises.md: browsers receive no server settings and no server code. */

const serverWords = ['kysely', 'pg-boss', 'fastify', 'argon2', 'nodemailer', 'pdfkit', 'insert into', 'whsec_']

test('no file for browsers contains a server setting or server code', async () => {
  await buildSite()
  const folder = 'build/client'
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /\.(js|css|json|html|webmanifest|txt|svg)$/.test(name))
  expect(files.length).toBeGreaterThan(100)

  const words = new RegExp(String.raw`\b(${environmentNames.join('|')})\b|${serverWords.join('|')}`, 'g')
  const leaks: string[] = []
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const [word] of text.matchAll(words)) leaks.push(`${file}: ${word}`)
  }
  expect(leaks).toEqual([])
  // Source maps would reveal the source code.
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([])
  const searched = `${environmentNames.length} settings and ${serverWords.length} words of the server`
  recordMeasurement(
    'S12',
    `${files.length} files for browsers: none contains one of ${searched}`,
    'client bundle clean',
  )
})
