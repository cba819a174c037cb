import { expect, test } from 'vitest'
import { htmlToText } from './html-text.ts'

test.each([
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<div>One</div><div>Two<br>Three<br/><br>Four</div>', 'One\nTwo\nThree\n\nFour'],
  ['<p>Some <b>bold</b>\n and <a href="https://example.org">linked</a> words</p>', 'Some bold and linked words'],
  ['<STYLE>p { }</STYLE><p>Seen<!-- not > seen --></p><script>if (a < b) alert()</script>', 'Seen'],
  ['5 &lt; 6 &amp;&amp; &pound;7 &#8364;8 &#x2713; &unknown; &#9999999;', '5 < 6 && £7 €8 ✓ &unknown; '],
  ['Mine<blockquote>Theirs<blockquote>Older</blockquote></blockquote>', 'Mine\n> Theirs\n> > Older'],
  ['</blockquote>Mine', 'Mine'],
  ['unfinished <b', 'unfinished '],
  ['', ''],
])('converts to plain text: %s', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

// Quadratic processing would exceed the test's time limit.
test('two million characters of any kind of markup are processed in linear time', () => {
  for (const fragment of ['<', '<!--', '<style>', '<style></style>', '<blockquote>', '&', '&#', '<p>', '</', 'x <br> '])
    htmlToText(fragment.repeat(2_000_000 / fragment.length))
})
