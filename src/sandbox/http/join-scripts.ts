import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { Script } from 'node:vm'

/**
 * Makes one classic script of several TypeScript modules, without a bundler: types are stripped, imports between the
 * modules are dropped and all share one function scope. So the modules must be named in the order of their use, and
 * no two may declare the same name at the top; the check at the end finds both mistakes at the start of the sandbox.
 */
export async function joinScripts(files: URL[]): Promise<string> {
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const script = `(() => {\n'use strict';\n${sources.map(withoutModuleSyntax).join('\n')}\n})();\n`
  new Script(script)
  return script
}

function withoutModuleSyntax(source: string): string {
  return stripTypes(source)
    .replace(/^import\s[^'"]*['"]\.[^'"]*['"];?$/gm, '')
    .replace(/^export (?=(?:async function|function|const|class)\b)/gm, '')
}

/** Node announces on every start that this function is experimental: nothing that the reader of the console can act on. */
function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
