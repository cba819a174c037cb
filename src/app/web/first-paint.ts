import { laterType } from './start-after-load.ts'

/** Longer than the scripts take on a slow telephone. */
const LATE_MS = 15_000

/**
 * Runs before the first paint, because pages are the same for everybody when they leave the server. On <html> it sets
 * - data-member: the first letter of a logged-in person's first name, and nothing where nobody is logged in,
 * - data-unconfirmed: that this person has not confirmed the email address,
 * - data-market: the market a person chose with a button of that name, here or on an earlier visit, in any tab,
 * - data-scrolled: whether the page is scrolled by more than 50 pixels, kept up to date.
 * Style sheets choose by these, and show name and address of whoever is logged in; in a tab in which staff look at the
 * pages of a member that is the member. A form that is sent before the page has come alive is marked data-pressed, and
 * goes out once it has; an edit in between takes the press back. Where scripts fail, or have not come after a while,
 * <html> is marked data-late, so that a pressed form says so. Whoever stores or clears a login dispatches "memberchange"
 * on window; other tabs hear of it by "storage".
 * Schemas would try whether they may write code for themselves, which the content policy forbids and reports: they are
 * told not to, here, because in whichever file their library is packed, this runs before it. To import what sets that
 * would bring the library to pages that check nothing.
 * When the page has loaded and its first paint is on the screen, it starts the router's module, which was put aside;
 * half a second after loading at the latest, because a hidden page paints nothing and some browsers do not tell.
 * A constant text, not a function turned into one: server and browser must agree on every byte, and the content policy
 * names its hash.
 */
export const firstPaintScript = `(function () {
  var page = document.documentElement
  function read(key) {
    try { return localStorage.getItem(key) || '' } catch (error) { return '' }
  }
  function findUser() {
    try { return JSON.parse(sessionStorage.getItem('view')).user } catch (error) {}
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
  function showMarket() {
    var market = read('market')
    if (market === 'uk' || market === 'international') page.setAttribute('data-market', market)
    else page.removeAttribute('data-market')
  }
  function chooseMarket(event) {
    var choice = event.target.closest('button[name="market"]')
    if (!choice) return
    page.setAttribute('data-market', choice.value)
    try { localStorage.setItem('market', choice.value) } catch (error) {}
  }
  function showScroll() { page.setAttribute('data-scrolled', window.scrollY > 50 ? 'yes' : 'no') }
  function startPage() {
    var later = document.querySelector('script[type="${laterType}"][data-files]')
    if (!later) return
    later.dataset.files.split(' ').forEach(function (file) {
      var preload = document.createElement('link')
      preload.rel = 'modulepreload'
      preload.href = file
      document.head.append(preload)
    })
    var start = document.createElement('script')
    start.type = 'module'
    start.textContent = later.textContent
    document.head.append(start)
    later.removeAttribute('data-files')
  }
  function startAfterPaint() {
    setTimeout(startPage, 500)
    if (window.PerformanceObserver) new PerformanceObserver(startPage).observe({ type: 'paint', buffered: true })
  }
  function notePress(event) {
    var form = event.target.closest('form[data-asleep]')
    var isEnter = event.key === 'Enter' && !event.isComposing && event.target.matches('input')
    if (form && (isEnter || (event.type === 'click' && event.target.closest('[data-submit]')))) {
      form.setAttribute('data-pressed', '')
    }
  }
  function noteEdit(event) {
    var form = event.target.closest('form[data-pressed]')
    if (form) form.removeAttribute('data-pressed')
  }
  function noteLate() { page.setAttribute('data-late', '') }
  function noteFailure(event) {
    if (event.target instanceof Element && event.target.matches('script, link[rel="modulepreload"]')) noteLate()
  }
  function reload(event) {
    if (event.target.closest('[data-reload]')) location.reload()
  }
  window.__zod_globalConfig = { jitless: true }
  showMarket()
  showMember()
  showScroll()
  addEventListener('scroll', showScroll, { passive: true })
  addEventListener('click', notePress)
  addEventListener('keydown', notePress)
  addEventListener('input', noteEdit)
  addEventListener('click', reload)
  addEventListener('error', noteFailure, true)
  setTimeout(noteLate, ${LATE_MS})
  addEventListener('load', startAfterPaint)
  addEventListener('click', chooseMarket)
  addEventListener('pageshow', showMarket)
  addEventListener('storage', showMarket)
  addEventListener('storage', showMember)
  addEventListener('memberchange', showMember)
})()`
