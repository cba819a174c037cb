import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildWeb } from '#app/server/build-web.ts'
import { environmentNames } from '../support/environment-names.ts'
import { noteFigure } from '../support/note-figure.ts'

/** SECURITY S12: of the server nothing reaches a browser, neither how it is set up nor what it is made of. */

const madeOf = ['kysely', 'pg-boss', 'fastify', 'argon2', 'nodemailer', 'pdfkit', 'insert into', 'whsec_']

test('no file that a browser fetches names a setting of the server, or holds a part of it', {
  timeout: 300_000,
}, async () => {
  await buildWeb()
  const folder = 'build/client'
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /\.(js|css|json|html|webmanifest|txt|svg)$/.test(name))
  expect(files.length).toBeGreaterThan(100)

  const words = new RegExp(String.raw`\b(${environmentNames.join('|')})\b|${madeOf.join('|')}`, 'g')
  const found: string[] = []
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const [word] of text.matchAll(words)) found.push(`${file}: ${word}`)
  }
  expect(found).toEqual([])
  // Their sources would tell everything at once.
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([])
  const tried = `${environmentNames.length} settings and ${madeOf.length} words of the server`
  noteFigure('S12', `${files.length} files for browsers: none holds one of ${tried}`, 'client bundle clean')
})
