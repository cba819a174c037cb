import { deferredScriptType } from './defer-scripts.ts'

/** In pixels. Beyond this, the top bar of a page with a hero gets its light background. */
const TOP_BAR_SCROLL = 50

/** Scripts load faster than this even on a slow phone. */
const SLOW_PAGE_MS = 15_000

/** After this, a reader would lose the line. */
const LATE_FONTS_MS = 3_000

/** A form's files load when the first paint is certainly over, which they would delay. */
const PRELOAD_MS = 1_000

/** The only page that opens in dollars (D1), and so the only one where the zone matters: finding it takes a slow phone 70 ms. */
const pageInDollars = '/services/my-future'

/** Includes old names that some systems still use. */
const britishTimeZones = [
  'Europe/London',
  'Europe/Belfast',
  'Europe/Jersey',
  'Europe/Guernsey',
  'Europe/Isle_of_Man',
  'GB',
  'GB-Eire',
]

/**
 * Runs before the first paint, because the server sends the same page to everyone. It sets on <html>:
 * - data-member: the first letter of the logged-in member's first name; absent for visitors,
 * - data-unconfirmed: the member has not confirmed the email address,
 * - data-market: the market chosen with a button, in this or an earlier visit, in any tab. Without a choice, UK time
 *   zones get pounds, so that their visitors see no price they cannot buy at (D1); the market's button is marked as
 *   pressed,
 * - data-fonts: a phone uses our fonts. On a visit's first page they would delay the first paint, so they follow it; if
 *   they come too late to be put under a reader's eyes, they are used from the next page on,
 * - data-scrolled: whether the page is scrolled by more than `TOP_BAR_SCROLL`, kept up to date.
 * Style sheets use these, and show the member's name and email; during impersonation, those of the impersonated member.
 * Code that stores or clears a login dispatches "memberchange" on window; other tabs receive "storage".
 * A form submitted before hydration is marked data-pressed and sent afterwards; an edit in between cancels it. If
 * scripts fail or are late, <html> is marked data-late so that a pressed form can say so.
 * The Zod setting stops it from testing `eval`, which the content policy blocks and reports. It is set here because
 * this runs before any chunk with Zod.
 * A press that needs the page's module before it has started is repeated then.
 * The page's module starts after the first paint, or half a second after loading, because hidden pages never paint. The
 * module of a page with data-starts-on-use waits until the page is used, unless a member is logged in, who is sent elsewhere, or
 * the address has a query, which the page's links must keep.
 * The script is a constant string, because its hash in the content policy needs the same bytes on server and browser.
 */
export const firstPaintScript = `(function () {
  var page = document.documentElement
  var uses = ['pointermove', 'pointerdown', 'touchstart', 'focusin', 'keydown']
  var isUsed = false
  function read(key) {
    try { return localStorage.getItem(key) || '' } catch (error) { return '' }
  }
  function findUser() {
    try { return JSON.parse(sessionStorage.getItem('impersonation')).user } catch (error) {}
    try { return JSON.parse(read('auth')).state.login.data.user } catch (error) { return null }
  }
  function showMember() {
    var user = findUser()
    page.toggleAttribute('data-unconfirmed', Boolean(user) && user.emailVerified === false)
    if (!user) { page.removeAttribute('data-member'); return }
    var name = String(user.firstName || '').trim()
    var letter = (Array.from(name)[0] || '?').toUpperCase()
    page.setAttribute('data-member', letter)
    page.style.setProperty('--member-letter', JSON.stringify(letter))
    page.style.setProperty('--member-name', JSON.stringify(name))
    page.style.setProperty('--member-email', JSON.stringify(String(user.email || '')))
  }
  function isInBritain() {
    if (location.pathname !== '${pageInDollars}') return false
    try { return ${JSON.stringify(britishTimeZones)}.includes(Intl.DateTimeFormat().resolvedOptions().timeZone) }
    catch (error) { return false }
  }
  function showMarket() {
    var market = read('market')
    if (market !== 'international' && isInBritain()) market = 'uk'
    if (market === 'uk' || market === 'international') page.setAttribute('data-market', market)
    else page.removeAttribute('data-market')
    pressMarket()
  }
  function pressMarket() {
    document.querySelectorAll('button[name="market"]').forEach(function (button) {
      var opening = button.closest('[data-opens-in]')
      var market = page.dataset.market || (opening ? opening.dataset.opensIn : 'uk')
      button.setAttribute('aria-pressed', String(button.value === market))
    })
  }
  function chooseMarket(event) {
    var choice = event.target.closest('button[name="market"]')
    if (!choice) return
    page.setAttribute('data-market', choice.value)
    pressMarket()
    try { localStorage.setItem('market', choice.value) } catch (error) {}
  }
  function showScroll() { page.setAttribute('data-scrolled', window.scrollY > ${TOP_BAR_SCROLL} ? 'yes' : 'no') }
  function findDocumentScript() { return document.querySelector('script[type="${deferredScriptType}"][src]') }
  function startDocument(onStart, onFailure) {
    var script = findDocumentScript()
    if (!script) return
    import(script.src).then(function () {
      script.remove()
      if (onStart) onStart()
    }, function () {
      markLate()
      if (onFailure) onFailure()
    })
  }
  function repeatPress(event) {
    var pressed = event.target.closest('[data-film], [data-logout]')
    if (!pressed || !findDocumentScript() || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    startDocument(function () { pressed.click() }, function () { if (pressed.href) location.assign(pressed.href) })
  }
  function loadFonts() {
    if (!document.fonts) return
    var start = performance.now()
    Promise.all([400, 500, 600].map(function (weight) { return document.fonts.load(weight + ' 1em Poppins') }))
      .then(function () { if (performance.now() - start < ${LATE_FONTS_MS}) page.setAttribute('data-fonts', '') })
      .catch(function () {})
  }
  function startStyles() {
    document.querySelectorAll('link[data-href]').forEach(function (sheet) {
      sheet.href = sheet.dataset.href
      sheet.removeAttribute('data-href')
    })
  }
  function startPage() {
    if (!page.hasAttribute('data-fonts')) loadFonts()
    startStyles()
    startDocument()
    if (isWaiting()) setTimeout(preloadModule, ${PRELOAD_MS})
    else startModule()
  }
  function isWaiting() {
    return page.hasAttribute('data-starts-on-use') && !page.hasAttribute('data-member') && !location.search && !isUsed
  }
  function startUsed(event) {
    // Browsers report a mouse at rest, too.
    if (event.type === 'pointermove' && !event.movementX && !event.movementY) return
    isUsed = true
    clearTimeout(late)
    uses.forEach(function (use) { removeEventListener(use, startUsed, true) })
    setTimeout(markLate, ${SLOW_PAGE_MS})
    startModule()
  }
  function findModule() { return document.querySelector('script[type="${deferredScriptType}"][data-files]') }
  function preloadModule() {
    var deferred = findModule()
    if (!deferred || !deferred.dataset.files) return
    deferred.dataset.files.split(' ').forEach(function (file) {
      var preload = document.createElement('link')
      preload.rel = 'modulepreload'
      preload.href = file
      document.head.append(preload)
    })
    deferred.dataset.files = ''
  }
  function startModule() {
    startStyles()
    preloadModule()
    var deferred = findModule()
    if (!deferred) return
    var script = document.createElement('script')
    script.type = 'module'
    var policy = window.trustedTypes && trustedTypes.createPolicy('start-page', { createScript: String })
    script.textContent = policy ? policy.createScript(deferred.textContent) : deferred.textContent
    document.head.append(script)
    deferred.removeAttribute('data-files')
  }
  function startAfterPaint() {
    setTimeout(startPage, 500)
    if (window.PerformanceObserver) new PerformanceObserver(startPage).observe({ type: 'paint', buffered: true })
  }
  function recordPress(event) {
    var form = event.target.closest('form[data-asleep]')
    var isEnter = event.key === 'Enter' && !event.isComposing && event.target.matches('input')
    if (form && (isEnter || (event.type === 'click' && event.target.closest('[data-submit]')))) {
      form.setAttribute('data-pressed', '')
    }
  }
  function clearPress(event) {
    var form = event.target.closest('form[data-pressed]')
    if (form) form.removeAttribute('data-pressed')
  }
  function markLate() { if (!isWaiting()) page.setAttribute('data-late', '') }
  function onLoadError(event) {
    if (event.target instanceof Element && event.target.matches('script, link[rel="modulepreload"]')) markLate()
  }
  function reload(event) {
    if (event.target.closest('[data-reload]')) location.reload()
  }
  if (page.hasAttribute('data-starts-on-use')) uses.forEach(function (use) { addEventListener(use, startUsed, true) })
  window.__zod_globalConfig = { jitless: true }
  showMarket()
  showMember()
  showScroll()
  if (document.referrer.startsWith(location.origin + '/')) page.setAttribute('data-fonts', '')
  addEventListener('scroll', showScroll, { passive: true })
  addEventListener('click', recordPress)
  addEventListener('keydown', recordPress)
  addEventListener('input', clearPress)
  addEventListener('click', reload)
  addEventListener('click', repeatPress)
  addEventListener('error', onLoadError, true)
  var late = setTimeout(markLate, ${SLOW_PAGE_MS})
  addEventListener('load', startAfterPaint)
  addEventListener('click', chooseMarket)
  addEventListener('DOMContentLoaded', pressMarket)
  addEventListener('pageshow', showMarket)
  addEventListener('pageshow', showMember)
  addEventListener('storage', showMarket)
  addEventListener('storage', showMember)
  addEventListener('memberchange', showMember)
})()`
