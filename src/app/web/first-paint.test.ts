import { afterEach, expect, test, vi } from 'vitest'
import { firstPaintScript } from './first-paint.ts'

const page = document.documentElement

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  for (const { name } of [...page.attributes]) page.removeAttribute(name)
})

test("the member's initial, name, email and confirmation state are set on the page", () => {
  logIn({ firstName: ' élodie "A" ', email: 'ada@example.com', emailVerified: false })
  runScript()

  expect(page.dataset.member).toBe('É')
  const shown = ['letter', 'name', 'email'].map((part) => page.style.getPropertyValue(`--member-${part}`))
  expect(shown).toEqual(['"É"', '"élodie \\"A\\""', '"ada@example.com"'])
  expect(page.hasAttribute('data-unconfirmed')).toBe(true)

  logIn({ firstName: 'Ada', email: 'ada@example.com', emailVerified: true })
  window.dispatchEvent(new Event('memberchange'))
  expect(page.hasAttribute('data-unconfirmed')).toBe(false)
})

test('an impersonation tab shows the member, not the staff account', () => {
  logIn({ firstName: 'Sam' })
  sessionStorage.setItem('impersonation', JSON.stringify({ user: { firstName: 'Ada' } }))
  runScript()

  expect(page.dataset.member).toBe('A')
})

test('no member is shown if nothing is stored or the stored value is invalid', () => {
  runScript()
  expect(page.dataset.member).toBeUndefined()

  localStorage.setItem('auth', '{"state":')
  runScript()
  expect(page.dataset.member).toBeUndefined()
})

test('logging out clears the member without a reload', () => {
  logIn({ firstName: 'Ada' })
  runScript()
  localStorage.removeItem('auth')
  window.dispatchEvent(new Event('memberchange'))

  expect(page.dataset.member).toBeUndefined()
})

test.each([
  ['Europe/London', undefined, 'uk'],
  ['Europe/Jersey', undefined, 'uk'],
  ['Europe/Guernsey', undefined, 'uk'],
  ['Europe/Isle_of_Man', 'moon', 'uk'],
  ['Europe/London', 'international', 'international'],
  ['Europe/Dublin', undefined, undefined],
  ['America/New_York', 'uk', 'uk'],
  ['America/New_York', 'moon', undefined],
])('in time zone %s with the stored choice %s, the page shows the market %s', (timeZone, choice, market) => {
  vi.spyOn(Intl, 'DateTimeFormat').mockReturnValue({
    resolvedOptions: () => ({ timeZone }),
  } as Intl.DateTimeFormat)
  if (choice) localStorage.setItem('market', choice)
  history.replaceState(null, '', '/services/my-future')
  runScript()

  expect(page.dataset.market).toBe(market)
})

test('a click anywhere on a market button chooses that market', () => {
  runScript()
  document.body.innerHTML = '<button name="market" value="international"><span>$</span></button><p>Text</p>'

  document.querySelector('p')?.click()
  expect(page.dataset.market).toBeUndefined()
  document.querySelector('span')?.click()
  expect(page.dataset.market).toBe('international')
  expect(localStorage.getItem('market')).toBe('international')
})

test('the chosen market is shown even if the browser cannot store it', () => {
  runScript()
  document.body.innerHTML = '<button name="market" value="international">$</button>'
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })

  document.querySelector('button')?.click()
  expect(page.dataset.market).toBe('international')
})

test("a page follows another tab's choice, immediately or when it is shown again", () => {
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

test.each([
  [2_900, ''],
  [3_100, undefined],
])('fonts loaded %i milliseconds after the first paint of a visit are used: %j', async (delay, fonts) => {
  vi.useFakeTimers()
  Object.assign(document, { fonts: { load: () => new Promise((resolve) => setTimeout(resolve, delay)) } })
  runScript()
  window.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(500)
  expect(page.dataset.fonts).toBeUndefined()
  await vi.advanceTimersByTimeAsync(delay)
  expect(page.dataset.fonts).toBe(fonts)
  Reflect.deleteProperty(document, 'fonts')
})

test('a phone uses our fonts from the second page of a visit', () => {
  runScript()
  expect(page.dataset.fonts).toBeUndefined()

  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/about`)
  runScript()
  expect(page.dataset.fonts).toBe('')
})

test('the page is marked as scrolled beyond 50 pixels', () => {
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
  ['Enter in a field', 'input', keyDown('Enter'), true],
  ['a letter in a field', 'input', keyDown('a'), false],
  ['Enter in a long text', 'textarea', keyDown('Enter'), false],
  ['a press beside the button', 'p', new MouseEvent('click', { bubbles: true }), false],
])('before hydration, %s is recorded only if it would submit the form', (_, name, event, isRecorded) => {
  showSleepingForm()
  document.querySelector(name)?.dispatchEvent(event)
  expect(document.querySelector('form')?.hasAttribute('data-pressed')).toBe(isRecorded)
})

test.each(['input', 'textarea', 'select'])(
  'editing the %s after pressing the button cancels the submission',
  (name) => {
    showSleepingForm()
    const form = document.querySelector('form')
    document.querySelector('button')?.click()
    expect(form?.hasAttribute('data-pressed')).toBe(true)
    document.querySelector(name)?.dispatchEvent(new InputEvent('input', { bubbles: true }))
    expect(form?.hasAttribute('data-pressed')).toBe(false)
  },
)

test('a page is marked late if its scripts have not loaded after 15 seconds', () => {
  vi.useFakeTimers()
  runScript()
  vi.advanceTimersByTime(14_999)
  expect(page.dataset.late).toBeUndefined()
  vi.advanceTimersByTime(1)
  expect(page.dataset.late).toBe('')
})

test.each([
  ['script element', '<script src="/assets/a.js"></script>', true],
  ['script file', '<link rel="modulepreload" href="/assets/a.js">', true],
  ['picture', '<img alt="">', false],
])('a %s that fails to load marks the page late only if it is needed', (_, html, isLate) => {
  runScript()
  document.body.innerHTML = html
  document.body.firstElementChild?.dispatchEvent(new Event('error'))
  expect(page.dataset.late).toBe(isLate ? '' : undefined)
})

test('a hydrated form is not intercepted', () => {
  runScript()
  document.body.innerHTML = '<form><button data-submit>Log in</button></form>'
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
  document.querySelector('button')?.click()
  expect(document.querySelector('form')?.hasAttribute('data-pressed')).toBe(false)
})

function showSleepingForm() {
  runScript()
  const fields = '<input><textarea></textarea><select></select><p></p>'
  document.body.innerHTML = `<form data-asleep>${fields}<button type="button" data-submit>Send</button></form>`
}

function keyDown(key: string) {
  return new KeyboardEvent('keydown', { key, bubbles: true })
}

test('the router starts once, after the first paint', () => {
  const reportPaint = stubPaints()
  showDeferredRouter()
  runScript()

  window.dispatchEvent(new Event('load'))
  expect(countStartedRouters()).toBe(0)
  reportPaint()
  expect(countStartedRouters()).toBe(1)
  reportPaint()
  expect(countStartedRouters()).toBe(1)
  expect(document.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(2)
})

test('the router starts half a second after loading if no paint is reported', () => {
  vi.useFakeTimers()
  stubPaints()
  showDeferredRouter()
  runScript()

  window.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(499)
  expect(countStartedRouters()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(countStartedRouters()).toBe(1)
})

test('the router of a form starts when the form is first used, and its files are already there', () => {
  vi.useFakeTimers()
  page.dataset.startsOnUse = ''
  const reportPaint = stubPaints()
  showDeferredRouter()
  runScript()

  window.dispatchEvent(new Event('load'))
  reportPaint()
  vi.advanceTimersByTime(20_000)
  expect(countStartedRouters()).toBe(0)
  expect(page.dataset.late).toBeUndefined()
  expect(document.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(2)

  document.body.dispatchEvent(new Event('focusin', { bubbles: true }))
  expect(countStartedRouters()).toBe(1)
  vi.advanceTimersByTime(15_000)
  expect(page.dataset.late).toBe('')
})

test.each([
  ['a member, who is sent elsewhere', () => logIn({ firstName: 'Ada' })],
  ['an address whose links must keep its query', () => history.replaceState(null, '', '/login?from=%2Fportal')],
])('the router of a form starts after the first paint for %s', (_, prepare) => {
  page.dataset.startsOnUse = ''
  prepare()
  const reportPaint = stubPaints()
  showDeferredRouter()
  runScript()

  window.dispatchEvent(new Event('load'))
  reportPaint()
  expect(countStartedRouters()).toBe(1)
})

function stubPaints() {
  const observers: (() => void)[] = []
  class FakeObserver {
    constructor(onPaint: () => void) {
      observers.push(onPaint)
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', FakeObserver)
  return () => void observers.map((report) => report())
}

function showDeferredRouter() {
  document.head.innerHTML = ''
  document.body.innerHTML = '<script type="text/later" data-files="/assets/a.js /assets/b.js">start()</script>'
}

function countStartedRouters(): number {
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
