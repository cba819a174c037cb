import { expect, test } from 'vitest'
import { renderEmail } from './email-template.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&</title>'

test("user input is escaped in an email's HTML", () => {
  const { html, text } = renderEmail({
    to: 'ada@example.org',
    subject: hostile,
    greeting: hostile,
    paragraphs: [hostile],
    facts: [[hostile, hostile]],
    action: { label: hostile, url: `https://example.org/?a=${hostile}` },
    notes: [hostile],
    sender: { brand: hostile, name: hostile, lines: [hostile] },
  })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('"\'&<')
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;&lt;\/title&gt;/g)?.length).toBeGreaterThan(9)
  expect(text).toContain(hostile)
})

test("an email's text and HTML have the same content", () => {
  const { html, text } = renderEmail({
    to: 'ada@example.org',
    subject: 'Subject',
    greeting: 'Hello Ada,',
    paragraphs: ['First.', 'Second.'],
    facts: [
      ['Total', '£118.80'],
      ['Join', 'https://example.org/join', 'https://example.org/join'],
    ],
    action: { label: 'Open', url: 'https://example.org/open' },
    notes: ['Small print.'],
    sender: { brand: 'Company', name: 'Company Ltd', lines: ['1 Street'] },
  })
  for (const content of [
    'Hello Ada,',
    'First.',
    'Second.',
    'Total',
    '£118.80',
    'Join',
    'https://example.org/open',
    'Small print.',
    '1 Street',
  ]) {
    expect(text).toContain(content)
    expect(html).toContain(content)
  }
  expect(html).toContain('<a href="https://example.org/join"')
})

const template = {
  to: 'ada@example.org',
  subject: 'Subject',
  greeting: 'Hello,',
  paragraphs: ['First.'],
  sender: { brand: 'Company', name: 'Company Ltd', lines: [] },
}

test('a picture is decoration: it has no alternative text, and the text part does without it', () => {
  const url = 'https://example.org/picture.jpg'
  const { html, text } = renderEmail({ ...template, picture: { url, width: 504, height: 202 } })
  expect(html).toContain(`<img src="${url}" alt="" width="504" height="202"`)
  expect(text).toBe(renderEmail(template).text)
  expect(renderEmail(template).html).not.toContain('<img')
})

test('a list of emails shows the first paragraph after the subject, unless the email names its own preview', () => {
  const readPreview = (html: string) => /<div style="display:none[^>]*>([^<]*)</.exec(html)?.[1]
  expect(readPreview(renderEmail(template).html)).toBe('First.')
  expect(readPreview(renderEmail({ ...template, preview: 'In short.' }).html)).toBe('In short.')
})
