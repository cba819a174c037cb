import { expect, test } from 'vitest'
import { parseStyles, selectStyles } from './page-styles.ts'

test.each([
  ['a rule without classes', 'a{color:red}', 'a{color:red}'],
  ['a rule whose class the page has', '.one{color:red}', '.one{color:red}'],
  ['a rule whose class the page does not have', '.three{color:red}', ''],
  ['a rule that needs two classes', '.one .two{color:red}.one .three{color:blue}', '.one .two{color:red}'],
  ['one of two selectors', '.three,.one{color:red}', '.three,.one{color:red}'],
  ['a class that must be absent', '.one:not(.three){color:red}', '.one:not(.three){color:red}'],
  ['commas in brackets', '.three:is(a,b),.four{color:red}', ''],
  ['one of several', ':is(.one:hover,.three:hover){color:red}', ':is(.one:hover,.three:hover){color:red}'],
  ['escaped names', '.md\\:p-\\[2px\\,1px\\]{padding:1px}', '.md\\:p-\\[2px\\,1px\\]{padding:1px}'],
  ['names with entities', '.\\[\\&_a\\]\\:flex a{display:flex}', '.\\[\\&_a\\]\\:flex a{display:flex}'],
  ['an attribute with a brace', '.one[a="}"]{content:"{"}b{top:0}', '.one[a="}"]{content:"{"}b{top:0}'],
  ['an empty declaration of layers', '@layer base,utilities;', '@layer base,utilities;'],
  [
    'nested wrappers',
    '@layer x{@media print{.one{top:0}.two{top:1}.three{top:2}}}',
    '@layer x{@media print{.one{top:0}.two{top:1}}}',
  ],
  ['a wrapper without rules that are needed', '@media print{.three{top:0}}', ''],
  [
    'an animation that is used',
    '.one{animation:spin 1s}@keyframes spin{to{rotate:1turn}}',
    '.one{animation:spin 1s}@keyframes spin{to{rotate:1turn}}',
  ],
  ['an animation that is not used', '@keyframes spin{to{rotate:1turn}}', ''],
  ['a property that is not used', '@property --x{syntax:"*";inherits:false}', ''],
  ['a typeface', '@font-face{font-family:A}', '@font-face{font-family:A}'],
])('%s', (_, sheet, selected) => {
  const html = '<p class="one two"><i class="md:p-[2px,1px] [&amp;_a]:flex">.three{}</i></p>'

  expect(selectStyles(parseStyles(sheet), html)).toBe(selected)
})
