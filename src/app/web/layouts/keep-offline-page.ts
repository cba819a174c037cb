/**
 * Has the browser keep the page that is shown without a connection. Of the portal alone: public pages need no worker
 * between them and their reader, and nothing stands between a payment and the server.
 */
export function keepOfflinePage(): void {
  // While developing, files change under their addresses. Some browsers refuse it to whoever blocks site data.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/service-worker.js', { scope: '/portal' }).catch(() => {})
}
