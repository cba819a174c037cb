import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** A piece of text that people read: on a page, in an email, in an error or in the terminal. */
export type CopyText = {
  file: string
  /** The component or function it is in, such as the name of an email. */
  place: string
  line: number
  /** Values that the code inserts are written as `{…}`. */
  text: string
}

const files = [
  'src/{app,features,platform}/**/*.{ts,tsx}',
  'src/cli/*.ts',
  'packages/stripe-sandbox/src/browser/**/*.ts',
  'public/*.html',
]

/** Text in these places is for client developers, the log or the machine. */
const developerFields = ['summary', 'className', 'name', 'id', 'key', 'to', 'href', 'path', 'action', 'what', 'cron']
const developerCalls =
  /^(purgeExpired|log|logger)$|\.(describe|debug|info|warn|error|prepare|startsWith|querySelector(All)?)$/

/** Lists all text that people read, by file and line, recognised by its place in the code and its form. */
export function collectCopy(): CopyText[] {
  return globSync(files, { exclude: (name) => /\.test\.|node_modules|schema\.ts|email-previews\.ts/.test(name) })
    .sort()
    .flatMap((file) => collectFrom(file, readFileSync(file, 'utf8')))
}

function collectFrom(file: string, source: string): CopyText[] {
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  return [...findTexts(root)].map(([node, text]) => ({
    file,
    place: findPlace(node),
    line: root.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }))
}

function* findTexts(node: ts.Node): Generator<[node: ts.Node, text: string]> {
  if (isForDevelopers(node)) return
  if (isString(node) && isReadByPeople(node)) return yield [node, toText(node)]
  const isText = (ts.isJsxElement(node) || ts.isJsxFragment(node)) && hasText(node)
  if (isText) yield [node, joinChildren(node.children)]
  for (const child of isText ? listNested(node) : listChildren(node)) yield* findTexts(child)
}

function isForDevelopers(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node)) return true
  if (ts.isCallExpression(node)) return developerCalls.test(node.expression.getText())
  return ts.isTaggedTemplateExpression(node) || (isField(node) && developerFields.includes(node.name?.getText() ?? ''))
}

/** Within a piece of text, only attributes, components and expressions are listed separately. */
function listNested(node: ts.JsxElement | ts.JsxFragment): ts.Node[] {
  const attributes = ts.isJsxElement(node) ? [node.openingElement.attributes] : []
  const children = node.children.filter((child) => !ts.isJsxText(child))
  return [...attributes, ...children.flatMap((child) => (ts.isJsxElement(child) ? listNested(child) : [child]))]
}

function listChildren(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  return children
}

const isField = (node: ts.Node): node is ts.PropertyAssignment | ts.JsxAttribute =>
  ts.isPropertyAssignment(node) || ts.isJsxAttribute(node)

const hasText = (node: ts.JsxElement | ts.JsxFragment) =>
  node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text))

type StringNode = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

const isString = (node: ts.Node): node is StringNode => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** A sentence or label begins with a capital or ends with a full stop; everything else in quotes is for the machine. */
function isReadByPeople(node: StringNode): boolean {
  const text = toText(node)
  const labelled =
    isField(node.parent) && /^(label|title|text|message|hint|lead|alt|subject)$/.test(node.parent.name.getText())
  if (labelled) return /\p{L}{2}/u.test(text)
  return (
    /^[“‘]?(\p{Lu} ?|\{…\} )\S*\p{L}/u.test(text) &&
    / /.test(text) &&
    !/^[A-Z_-]+$|^(GET|POST|PUT|PATCH|DELETE) \//.test(text)
  )
}

function toText(node: StringNode): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('')
}

function joinChildren(children: ts.NodeArray<ts.JsxChild>): string {
  return children
    .map((child): string => {
      if (ts.isJsxText(child)) return child.text
      if (ts.isJsxElement(child)) return joinChildren(child.children)
      if (!ts.isJsxExpression(child)) return '{…}'
      return child.expression && ts.isStringLiteral(child.expression) ? child.expression.text : '{…}'
    })
    .join('')
}

/** The nearest named function or constant around a node. */
function findPlace(node: ts.Node): string {
  for (let { parent } = node; parent; parent = parent.parent) {
    if (ts.isFunctionDeclaration(parent) && parent.name) return parent.name.text
    if (ts.isVariableDeclaration(parent) && ts.isSourceFile(parent.parent.parent.parent)) return parent.name.getText()
  }
  return ''
}
