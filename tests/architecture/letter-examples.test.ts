import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { letterExamples } from '#app/server/letter-examples.ts'

const areas = globSync('src/features/*').map((folder) => folder.split('/')[2] ?? '')

test.each(areas)('every letter of %s has an example that staff can look at', (area) => {
  const shown = Object.keys(letterExamples[area] ?? {}).map(functionOf)
  expect([...new Set(shown)].sort()).toEqual(lettersOf(area).sort())
})

test.each(areas)('for every letter of %s it is written down whether its reader can choose not to get it', (area) => {
  const rows = [...readFileSync('docs/letters.md', 'utf8').matchAll(/^\| (\w+) +\| `(\w+)` +\| (\w+) /gm)]
  const listed = rows.filter(([, of]) => of === area)
  expect(listed.map(([, , letter]) => letter).sort()).toEqual(lettersOf(area).sort())
  for (const [, , , goes] of listed) expect(['always', 'sessions', 'deliverables', 'purchases', 'news']).toContain(goes)
})

test('every example is whole in text and in HTML, addressed to nobody real, and in one look', () => {
  const company = {
    brandName: 'Brand',
    legalName: 'Legal Ltd',
    foundedYear: 2020,
    address: ['1 Street', 'London'],
    phone: '+44 20 7946 0000',
    email: 'office@example.org',
    companyNumber: '00000000',
    vatNumber: null,
    socialLinks: [],
  }
  const all = Object.values(letterExamples).flatMap((examples) => Object.entries(examples))
  for (const [name, write] of all) {
    const mail = write({ company, publicUrl: 'https://site.example' })
    expect(`${name} ${mail.to}`).toMatch(/@example\.org$/)
    const whole = [mail.subject, mail.text, mail.html].join('\n')
    expect(`${name} ${/undefined|null|NaN|Invalid Date|\[object/.exec(whole)?.[0] ?? ''}`).toBe(`${name} `)
    expect(mail.text).toContain('+44 20 7946 0000')
    expect(mail.html).toContain('border-bottom:4px solid #ffb300')
    for (const [address] of mail.text.matchAll(/https:\/\/site\.example\S*/g))
      expect(mail.html.replaceAll('&amp;', '&')).toContain(address.replace(/[.,:;)]+$/, ''))
  }
})

/** Functions that return a mail and that other files use. */
function lettersOf(area: string): string[] {
  return globSync([`src/features/${area}/server/emails.ts`, `src/features/${area}/server/emails/*.ts`]).flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)\((?:(?!^\}$)[\s\S])*?\): Mail \{$/gm)].flatMap(
        ([, name]) => (name === 'letterTo' ? [] : [name ?? '']),
      ),
  )
}

function functionOf(key: string): string {
  return key.split(':')[0] ?? ''
}
