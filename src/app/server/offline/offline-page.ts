/** What the service worker keeps and shows without a connection: it knows nobody, and needs no script. */
export function offlinePage(brandName: string): string {
  const name = brandName.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="theme-color" content="#22303f" />
    <meta name="robots" content="noindex" />
    <title>You are offline</title>
    <link rel="stylesheet" href="/offline.css" />
  </head>
  <body>
    <main>
      <p class="brand">${name}</p>
      <h1>You are offline</h1>
      <p>This page needs a connection. Nothing is lost: what you have bought and booked is safe with us.</p>
      <a href="">Try again</a>
    </main>
  </body>
</html>
`
}
