import { buyAndBookByKeyboard } from '../support/keyboard.ts'
import { phone } from '../support/screen-sizes.ts'
import { test } from '../support/test.ts'

test.use({ viewport: phone, reducedMotion: 'reduce' })

test('a member registers, buys, books, moves, cancels and opens the invoice by keyboard alone on a phone', ({
  page,
  visitor,
}) => buyAndBookByKeyboard(page, visitor))
