import { expect, test } from 'vitest'
import { greeting } from './person-name.ts'

test.each(['Ada Lovelace', 'Zoë O’Brien-Smith', 'María del Carmen García', '李小龙'])(
  '"%s" is greeted by name',
  (name) => {
    expect(greeting(name)).toBe(`Hello ${name},`)
  },
)

test.each(['visit www.example.com', 'WIN 1000 POUNDS', 'http://a.b', 'you have won a very nice prize', 'a\nb'])(
  '"%s" is not shown in a greeting',
  (name) => {
    expect(greeting(name)).toBe('Hello,')
  },
)
