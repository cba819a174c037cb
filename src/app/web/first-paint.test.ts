// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { firstPaintScript } from './first-paint.ts'

const page = document.documentElement

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  for (const { name } of [...page.attributes]) page.removeAttribute(name)
})

test('a logged-in person is known by the first letter of the first name', () => {
  logIn({ firstName: ' élodie' })
  runScript()

  expect(page.dataset.member).toBe('É')
  expect(page.style.getPropertyValue('--member-letter')).toBe('"É"')
})

test('the name and the address are known too, and whether the address is confirmed', () => {
  logIn({ firstName: ' Ada "A" ', email: 'ada@example.com', emailVerified: false })
  runScript()

  expect(page.style.getPropertyValue('--member-name')).toBe('"Ada \\"A\\""')
  expect(page.style.getPropertyValue('--member-email')).toBe('"ada@example.com"')
  expect(page.hasAttribute('data-unconfirmed')).toBe(true)

  logIn({ firstName: 'Ada', email: 'ada@example.com', emailVerified: true })
  window.dispatchEvent(new Event('memberchange'))
  expect(page.hasAttribute('data-unconfirmed')).toBe(false)
})

test('in a tab in which staff look at a member’s pages, the member is known and not they', () => {
  logIn({ firstName: 'Sam' })
  sessionStorage.setItem('view', JSON.stringify({ user: { firstName: 'Ada' } }))
  runScript()

  expect(page.dataset.member).toBe('A')
})

test('nobody is known where nothing is stored, or where what is stored is broken', () => {
  runScript()
  expect(page.dataset.member).toBeUndefined()

  localStorage.setItem('auth', '{"state":')
  runScript()
  expect(page.dataset.member).toBeUndefined()
})

test('logging out is seen without loading the page again', () => {
  logIn({ firstName: 'Ada' })
  runScript()
  localStorage.removeItem('auth')
  window.dispatchEvent(new Event('memberchange'))

  expect(page.dataset.member).toBeUndefined()
})

test('the market of an earlier visit is kept, and nothing else is taken for one', () => {
  localStorage.setItem('market', 'international')
  runScript()
  expect(page.dataset.market).toBe('international')

  page.removeAttribute('data-market')
  localStorage.setItem('market', 'moon')
  runScript()
  expect(page.dataset.market).toBeUndefined()
})

test('a market is chosen by a button of that name, wherever on it a person presses', () => {
  runScript()
  document.body.innerHTML = '<button name="market" value="international"><span>$</span></button><p>Text</p>'

  document.querySelector('p')?.click()
  expect(page.dataset.market).toBeUndefined()
  document.querySelector('span')?.click()
  expect(page.dataset.market).toBe('international')
  expect(localStorage.getItem('market')).toBe('international')
})

test('a browser that stores nothing shows the chosen market all the same', () => {
  runScript()
  document.body.innerHTML = '<button name="market" value="international">$</button>'
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })

  document.querySelector('button')?.click()
  expect(page.dataset.market).toBe('international')
})

test('a page follows what another tab has chosen, at once or when it is come back to', () => {
  runScript()
  localStorage.setItem('market', 'international')
  window.dispatchEvent(new StorageEvent('storage', { key: 'market' }))
  expect(page.dataset.market).toBe('international')

  localStorage.setItem('market', 'uk')
  window.dispatchEvent(new Event('pageshow'))
  expect(page.dataset.market).toBe('uk')

  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(page.dataset.market).toBeUndefined()
})

test('the page counts as scrolled past 50 pixels', () => {
  runScript()
  expect(page.dataset.scrolled).toBe('no')

  scrollTo(50)
  expect(page.dataset.scrolled).toBe('no')
  scrollTo(51)
  expect(page.dataset.scrolled).toBe('yes')
  scrollTo(0)
})

test.each<[string, string, Event, boolean]>([
  ['a press of the button', 'button', new MouseEvent('click', { bubbles: true }), true],
  ['Enter in a field', 'input', pressOf('Enter'), true],
  ['a letter in a field', 'input', pressOf('a'), false],
  ['Enter in a long text', 'textarea', pressOf('Enter'), false],
  ['a press beside the button', 'p', new MouseEvent('click', { bubbles: true }), false],
])('before the page comes alive %s is noted on the form as it should be', (_, name, event, isNoted) => {
  runScript()
  document.body.innerHTML =
    '<form data-asleep><input><textarea></textarea><p></p><button type="button" data-submit>Log in</button></form>'
  document.querySelector(name)?.dispatchEvent(event)
  expect(document.querySelector('form')?.hasAttribute('data-pressed')).toBe(isNoted)
})

test.each(['input', 'textarea', 'select'])('an edit of the %s after the press takes it back', (name) => {
  runScript()
  document.body.innerHTML =
    '<form data-asleep><input><textarea></textarea><select></select><button type="button" data-submit>Send</button></form>'
  const form = document.querySelector('form')
  document.querySelector('button')?.click()
  expect(form?.hasAttribute('data-pressed')).toBe(true)
  document.querySelector(name)?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  expect(form?.hasAttribute('data-pressed')).toBe(false)
})

test('a page whose scripts have not come after a quarter of a minute counts as late', () => {
  vi.useFakeTimers()
  runScript()
  vi.advanceTimersByTime(14_999)
  expect(page.dataset.late).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(page.dataset.late).toBe('')
})

test.each([
  ['script', '<script src="/assets/a.js"></script>', true],
  ['file of a script', '<link rel="modulepreload" href="/assets/a.js">', true],
  ['picture', '<img alt="">', false],
])('a %s that fails makes the page late at once where it is needed', (_, html, isLate) => {
  runScript()
  document.body.innerHTML = html
  document.body.firstElementChild?.dispatchEvent(new Event('error'))
  expect(page.dataset.late).toBe(isLate ? '' : undefined)
})

test('a form that is alive is left to itself', () => {
  runScript()
  document.body.innerHTML = '<form><button data-submit>Log in</button></form>'
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  document.querySelector('button')?.click()
  expect(document.querySelector('form')?.hasAttribute('data-pressed')).toBe(false)
})

function pressOf(key: string) {
  return new KeyboardEvent('keydown', { key, bubbles: true })
}

test('the router starts once the first paint is on the screen, and once only', () => {
  const paints = stubPaints()
  showWaitingRouter()
  runScript()

  window.dispatchEvent(new Event('load'))
  expect(startedRouters()).toBe(0)
  paints.tell()
  expect(startedRouters()).toBe(1)
  paints.tell()
  expect(startedRouters()).toBe(1)
  expect(document.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(2)
})

test('the router starts half a second after loading where no paint is told of', () => {
  vi.useFakeTimers()
  stubPaints()
  showWaitingRouter()
  runScript()

  window.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(499)
  expect(startedRouters()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(startedRouters()).toBe(1)
})

function stubPaints() {
  const observers: (() => void)[] = []
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(onPaint: () => void) {
        observers.push(onPaint)
      }
      observe() {}
    },
  )
  return {
    tell() {
      for (const observer of observers) observer()
    },
  }
}

function showWaitingRouter() {
  document.head.innerHTML = ''
  document.body.innerHTML = '<script type="text/later" data-files="/assets/a.js /assets/b.js">start()</script>'
}

function startedRouters(): number {
  return document.head.querySelectorAll('script[type="module"]').length
}

function runScript() {
  new Function(firstPaintScript)()
}

function logIn(user: { firstName: string; email?: string; emailVerified?: boolean }) {
  localStorage.setItem('auth', JSON.stringify({ state: { login: { data: { token: 'token', user } } } }))
}

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
  window.dispatchEvent(new Event('scroll'))
}
