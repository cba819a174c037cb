/**
 * Runs before the first paint, because pages are the same for everybody when they leave the server. On <html> it sets
 * - data-member: the first letter of a logged-in person's first name, and nothing where nobody is logged in,
 * - data-market: the market a person chose on an earlier visit,
 * - data-scrolled: whether the page is scrolled by more than 50 pixels, kept up to date.
 * Style sheets choose by these. A constant text, not a function turned into one: the server and the browser must agree
 * on every byte, and the content policy names its hash.
 */
export const firstPaintScript = `(function () {
  var page = document.documentElement
  function read(key) {
    try { return JSON.parse(localStorage.getItem(key)) } catch (error) { return null }
  }
  function showMember() {
    var auth = read('auth')
    var login = auth && auth.state && auth.state.login
    var user = login && login.data && login.data.user
    if (!user) { page.removeAttribute('data-member'); return }
    var letter = (Array.from(String(user.firstName || '').trim())[0] || '?').toUpperCase()
    page.setAttribute('data-member', letter)
    page.style.setProperty('--member-letter', JSON.stringify(letter))
  }
  function showScroll() { page.setAttribute('data-scrolled', window.scrollY > 50 ? 'yes' : 'no') }
  var market = read('market')
  if (market === 'uk' || market === 'international') page.setAttribute('data-market', market)
  showMember()
  showScroll()
  addEventListener('scroll', showScroll, { passive: true })
  addEventListener('storage', showMember)
  addEventListener('memberchange', showMember)
})()`
