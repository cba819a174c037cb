/** Each script below sets this global variable, which shows that a page has executed it. */
export const MARK = 'hostileMark'

const run = `window.${MARK}=1`

/** Sixty inputs that try to make a page execute or load something. */
export const hostileStrings: string[] = [
  // Elements that execute scripts.
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `</script><script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `'"><img src=x onerror="${run}">`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<body onload=${run}>`,
  `<iframe src="javascript:parent.${MARK}=1"></iframe>`,
  `<iframe srcdoc="<script>parent.${MARK}=1</script>"></iframe>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<select autofocus onfocus=${run}>`,
  `<video><source onerror="${run}"></video>`,
  `<audio src=x onerror=${run}>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<object data="javascript:${run}">`,
  `<embed src="javascript:${run}">`,
  `<link rel=stylesheet href="javascript:${run}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="https://evil.example/">`,
  `<form action="https://evil.example/"><button>Log in</button></form>`,
  `<style>*{background:url("https://evil.example/x")}</style>`,
  `<a href="javascript:${run}">Your invoice</a>`,
  `<x onmouseover=${run}>hover</x>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><img src=x onerror=${run}></template>`,
  `<!--><script>${run}</script-->`,
  `<![CDATA[<script>${run}</script>]]>`,
  // Escapes from an attribute, a string or a comment.
  `" onmouseover="${run}" x="`,
  `' autofocus onfocus='${run}`,
  `\`;${run};//`,
  `';${run};//`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;img src=x onerror=${run}&#62;`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `--><img src=x onerror=${run}><!--`,
  `*/${run}/*`,
  // Addresses.
  `javascript:${run}`,
  `java\tscript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `//evil.example/%2e%2e`,
  `https://evil.example/?cookie=1`,
  // Template and markup languages.
  `[click](javascript:${run})`,
  `![x](x"onerror="${run})`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `#{${run}}`,
  `{"__proto__":{"role":"administrator"}}`,
  // Spreadsheet formulas.
  `=HYPERLINK("https://evil.example","Open")`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `+1+cmd|' /C calc'!A0`,
  // Reversed, misleading or endless text.
  `\u202egnp.exe\u202c <b>`,
  `null`,
  `undefined`,
  `Robert'); DROP TABLE account;--`,
  `<b>${'x'.repeat(90)}`,
]
